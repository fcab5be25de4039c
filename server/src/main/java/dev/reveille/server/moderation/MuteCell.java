package dev.reveille.server.moderation;

import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.delivery.AdminRequest;
import dev.reveille.server.delivery.Cells;
import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.delivery.DeliveryEffect;
import dev.reveille.server.delivery.Messages;
import dev.reveille.server.delivery.ServerNotice;
import dev.reveille.server.kernel.Cell;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Tell;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.kernel.Write;
import dev.reveille.server.limits.Escalation;
import dev.reveille.server.store.AppendEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Stores a server mute that an operator ordered. It is a cell of its own because its unit is
 * required, which an agent's own cell must not return. The operator and the agent's cell are told
 * only when the mute is durable.
 */
public record MuteCell(String agent, Clock clock) implements Cell {
  public static final String KIND = "mute";

  /** Returns the address of the cell that stores the server mute of an agent. */
  public static CellId at(String agent) {
    return new CellId(KIND, agent);
  }

  @Override
  public boolean mayUnload() {
    return true;
  }

  @Override
  public Step handle(Command command) {
    return switch ((MuteCommand) command) {
      case MuteCommand.Set set -> set(set);
    };
  }

  private Step set(MuteCommand.Set set) {
    var mute = set.mute();
    boolean muted = mute.until() > 0;
    var writes = new ArrayList<Write>();
    if (set.keep()) writes.add(new SetServerMute(agent, mute.until(), mute.reason()));
    writes.add(
        new AppendEvent(
            clock.wallMillis(),
            muted ? "moderation.muted" : "moderation.unmuted",
            agent,
            null,
            set.seconds() + " s by an operator: " + mute.reason()));
    writes.addAll(set.audit());
    var effects = new ArrayList<Effect>();
    effects.add(new Tell(Cells.agent(agent), new ServerMuted(mute)));
    if (muted) {
      var text = "Muted until " + Instant.ofEpochMilli(mute.until()) + ": " + mute.reason();
      // This is not an answer to the agent, so it waits while the agent sleeps.
      effects.add(new DeliveryEffect.ToAgent(agent, notice(Escalation.Action.MUTE, text)));
    }
    effects.add(set.request().answered(result(set)));
    return Step.answer(
        new ChatAnswer.Done(),
        set.keep()
            ? Unit.required(writes, effects, notStored(set.request()))
            : Unit.bestEffort(writes, effects, notStored(set.request())));
  }

  private static List<Effect> notStored(AdminRequest request) {
    return request.refused(ErrorCode.STORE_UNAVAILABLE, Messages.NOT_STORED);
  }

  private ServerMessage result(MuteCommand.Set set) {
    StoredMute mute = set.mute();
    var fields = new JsonText(64).field("agentId", agent).field("seconds", set.seconds());
    if (mute.until() > 0) fields.field("until", mute.until());
    return new ServerMessage.AdminResult("mute", true, fields.fields());
  }

  private ServerMessage.Msg notice(Escalation.Action action, String text) {
    var field =
        new JsonText(32).field("moderation", action.name().toLowerCase(Locale.ROOT)).fields();
    return ServerNotice.text(agent, clock.wallMillis(), text).with(field).message();
  }
}

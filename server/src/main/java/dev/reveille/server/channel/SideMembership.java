package dev.reveille.server.channel;

import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.delivery.DeliveryEffect;
import dev.reveille.server.delivery.Messages;
import dev.reveille.server.identity.AgentRowWrites;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.Presence;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Unit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Changes stored memberships for side sessions, which are never members themselves. The answer
 * means that the change is durable. A body that is present enters or leaves in the same unit.
 */
final class SideMembership {
  private final ChannelState state;

  SideMembership(ChannelState state) {
    this.state = state;
  }

  Step admit(ChannelCommand.Admit admit) {
    var side = admit.side();
    var refusal = state.closedTo(side.agent(), side.verified(), admit.entry());
    if (refusal.isPresent()) return refusal.get();
    var body = admit.body();
    boolean enters = body != null && !state.isIn(body);
    var muted = admit.filter().muted();
    long last = state.lastSeq();
    var effects = new ArrayList<Effect>();
    if (body != null && enters) {
      effects.addAll(ChannelMembership.come(state, body, admit.filter()));
      effects.add(joined(body.session(), last + 1, muted));
    }
    effects.add(
        joined(side.session(), admit.since() == null ? last + 1 : admit.since() + 1, muted));
    var writes = new ArrayList<>(ChannelMembership.keep(state, side.agent()));
    if (admit.entry() != ChannelCommand.Entry.RETURN) {
      writes.add(state.event("channel.joined", side.agent()));
    }
    return Step.answer(
        new ChatAnswer.Entered(enters),
        Unit.required(
            AgentRowWrites.writes(admit.newcomer(), writes),
            AgentRowWrites.effects(admit.newcomer(), effects),
            List.of(Messages.notStored(side.session()))));
  }

  private Effect joined(SessionId session, long from, List<String> muted) {
    return new ChannelEffect.Replay(
        session, state.name(), state.listed(), Math.max(1, from), state.lastSeq(), muted);
  }

  /** Puts a body into the channel or out of it, and tells it so; nothing if it is there already. */
  Step place(Presence.Member body, boolean in, ChannelFilter filter) {
    if (!state.exists()) return state.unknown();
    if (in == state.isIn(body)) return ChannelState.done();
    var effects = new ArrayList<Effect>();
    if (in) {
      effects.addAll(ChannelMembership.come(state, body, filter));
      effects.add(joined(body.session(), state.lastSeq() + 1, filter.muted()));
    } else {
      effects.addAll(leave(body));
    }
    return ChannelState.done(Unit.barrier(effects));
  }

  private List<Effect> leave(Presence.Member body) {
    state.floor().release(body.session());
    var effects = new ArrayList<>(ChannelMembership.go(state, body, false));
    effects.add(new DeliveryEffect.ToSession(body.session(), new ServerMessage.Left(state.name())));
    return effects;
  }

  Step dismiss(Presence.Member side, Presence.@Nullable Member body) {
    if (!state.exists()) return ChannelState.done();
    var left = new ServerMessage.Left(state.name());
    var effects = new ArrayList<Effect>();
    boolean was = !state.isAutomatic() && state.concerns(side.agent());
    was |= body != null && state.isIn(body);
    if (body != null && state.isIn(body)) effects.addAll(leave(body));
    effects.add(new DeliveryEffect.ToSession(side.session(), left));
    var writes = ChannelMembership.letGo(state, side.agent(), effects);
    if (was) writes.add(state.event("channel.left", side.agent()));
    return ChannelState.done(
        Unit.required(writes, effects, List.of(Messages.notStored(side.session()))));
  }
}

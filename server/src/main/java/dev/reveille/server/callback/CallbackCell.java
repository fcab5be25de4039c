package dev.reveille.server.callback;

import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.delivery.DeliveryEffect;
import dev.reveille.server.delivery.Messages;
import dev.reveille.server.identity.AgentRowWrites;
import dev.reveille.server.identity.StoredAgent;
import dev.reveille.server.kernel.Cell;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.RemoveTimer;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.kernel.SetTimer;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.TimerId;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.kernel.Write;
import dev.reveille.server.store.AppendEvent;
import dev.reveille.server.store.Store;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Owns an agent's durable callbacks. The agent is told of a callback only after it is stored. A
 * callback is removed in the unit that adds its entry to its channel, or to its agent's mailbox.
 */
public final class CallbackCell implements Cell {
  public static final String KIND = "callbacks";

  private final String agent;
  private final int most;
  private final Clock clock;
  private final Function<String, DurableCallbackTimers.Phase> phases;
  private final Map<String, StoredCallback> pending = new LinkedHashMap<>();

  private CallbackCell(
      String agent, int most, Clock clock, Function<String, DurableCallbackTimers.Phase> phases) {
    this.agent = agent;
    this.most = most;
    this.clock = clock;
    this.phases = phases;
  }

  /**
   * Loads the cell.
   *
   * @param most how many may be pending
   * @param phases returns the phase of a callback from its timer, because the wall clock is no
   *     proof
   */
  public static CallbackCell load(
      String agent,
      int most,
      Clock clock,
      Store store,
      Function<String, DurableCallbackTimers.Phase> phases) {
    var cell = new CallbackCell(agent, most, clock, phases);
    for (var callback : store.reads(CallbackReads.class).callbacks(agent)) {
      cell.pending.put(callback.id(), callback);
    }
    return cell;
  }

  /** Returns the address of the cell that owns an agent's durable callbacks. */
  public static CellId at(String agent) {
    return new CellId(KIND, agent);
  }

  @Override
  public boolean mayUnload() {
    return true;
  }

  @Override
  public Step handle(Command command) {
    return switch ((CallbackCommand) command) {
      case CallbackCommand.Keep keep -> keep(keep.session(), keep.callback(), keep.newcomer());
      case CallbackCommand.Due(var id) -> due(id);
      case CallbackCommand.Drop(var id, var kind, var reason) -> done(drop(id, kind, reason));
      case CallbackCommand.Said(var id) -> {
        pending.remove(id);
        yield Step.none();
      }
      case CallbackCommand.Report(var session) ->
          done(Unit.barrier(List.of(new DeliveryEffect.ToSession(session, report()))));
      case CallbackCommand.Cancel(var session, var id) -> cancel(session, id);
    };
  }

  private Step keep(SessionId session, StoredCallback callback, @Nullable StoredAgent newcomer) {
    boolean known =
        callback.clientMsgId() != null
            && pending.values().stream()
                .anyMatch(c -> callback.clientMsgId().equals(c.clientMsgId()));
    if (known) return done();
    if (pending.size() >= most) {
      return Step.answer(
          new ChatAnswer.Refused(ErrorCode.RATE_LIMITED, "Too many callbacks are pending"));
    }
    pending.put(callback.id(), callback);
    var detail =
        new JsonText(64)
            .field("cb_id", callback.id())
            .field("fire_at", callback.fireAt())
            .field("durable", true);
    return done(
        Unit.required(
            AgentRowWrites.writes(
                newcomer,
                List.of(
                    new SaveCallback(callback),
                    new SetTimer(timer(callback.id()), callback.fireAt(), callback.createdAt(), ""),
                    event("callback.scheduled", callback.channel(), detail))),
            AgentRowWrites.effects(newcomer, List.of()),
            List.of(Messages.notStored(session))));
  }

  private Step due(String id) {
    var callback = pending.get(id);
    if (!is(id, DurableCallbackTimers.Phase.DUE)) return done();
    return callback == null ? beingRemoved(id) : Step.answer(new Fires(callback));
  }

  /**
   * Answers for a callback whose removal is under way. The store may still refuse the removal; then
   * the callback must fire, so its timer asks again.
   */
  private static Step beingRemoved(String id) {
    return Step.answer(
        new ChatAnswer.Refused(ErrorCode.STORE_UNAVAILABLE, id + " is being removed"));
  }

  private Step cancel(SessionId session, String id) {
    var callback = pending.get(id);
    if (callback == null || hasFired(callback)) {
      return Step.answer(
          new ChatAnswer.Refused(ErrorCode.INVALID_MSG, "No durable callback of yours is " + id));
    }
    pending.remove(id);
    return done(
        Unit.required(
            removal("callback.cancelled", callback, null),
            List.of(new DeliveryEffect.ToSession(session, new ServerMessage.CallbackCancelled(id))),
            List.of(Messages.notStored(session))));
  }

  private Unit drop(String id, String kind, String reason) {
    var callback = pending.remove(id);
    return callback == null
        ? Unit.barrier(List.of())
        : Unit.required(removal(kind, callback, reason), List.of(), List.of());
  }

  private List<Write> removal(String kind, StoredCallback callback, @Nullable String reason) {
    var id = callback.id();
    return List.of(
        new RemoveCallback(id), new RemoveTimer(timer(id)), gone(kind, callback, reason));
  }

  private TimerId timer(String id) {
    return DurableCallbackTimers.timer(agent, id);
  }

  private boolean is(String id, DurableCallbackTimers.Phase phase) {
    return phases.apply(id) == phase;
  }

  /** True if the callback's entry is being added to its stream, or was just added. */
  private boolean hasFired(StoredCallback callback) {
    return !is(callback.id(), DurableCallbackTimers.Phase.WAITING);
  }

  private ServerMessage report() {
    return new ServerMessage.Callbacks(
        inOrder().stream()
            .filter(c -> !hasFired(c))
            .map(
                c ->
                    new ServerMessage.PendingCallback(
                        c.id(),
                        c.channel() == null ? agent : c.channel(),
                        c.payload(),
                        c.fireAt(),
                        c.createdAt()))
            .toList());
  }

  private List<StoredCallback> inOrder() {
    return pending.values().stream()
        .sorted(Comparator.comparingLong(StoredCallback::fireAt))
        .toList();
  }

  private Write gone(String kind, StoredCallback callback, @Nullable String reason) {
    var detail = new JsonText(64).field("cb_id", callback.id()).field("durable", true);
    if (reason != null) detail.field("reason", reason);
    return event(kind, callback.channel(), detail);
  }

  private Write event(String kind, @Nullable String channel, JsonText detail) {
    return new AppendEvent(clock.wallMillis(), kind, agent, channel, detail.text());
  }

  private static Step done(Unit... units) {
    return Step.answer(new ChatAnswer.Done(), units);
  }
}

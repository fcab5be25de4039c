package dev.reveille.server.callback;

import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.delivery.DeliveryEffect;
import dev.reveille.server.delivery.Messages;
import dev.reveille.server.kernel.Cell;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.RemoveTimer;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.kernel.SetTimer;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.TimerEffect;
import dev.reveille.server.kernel.TimerId;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.kernel.Write;
import dev.reveille.server.store.AppendEvent;
import dev.reveille.server.store.Store;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Owns an agent's durable callbacks.
 *
 * <p>The agent is told of a callback only after it is stored. A private callback is removed when
 * the agent's socket took it, so a crash can repeat it (with the same id) but not lose it. If the
 * removal fails, the removal is repeated, not the callback. A callback for a channel is removed in
 * the unit that adds its entry there.
 */
public final class CallbackCell implements Cell {
  public static final String KIND = "callbacks";

  private final String agent;
  private final int most;
  private final Clock clock;
  private final Function<String, DurableCallbackTimers.Phase> phases;
  private final Map<String, StoredCallback> pending = new LinkedHashMap<>();

  /** Private callbacks whose time has come, but which the agent does not have yet. */
  private final Set<String> due = new HashSet<>();

  /** The session that a due callback was sent to. It is not sent twice to the same session. */
  private final Map<String, SessionId> sent = new HashMap<>();

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
    for (var callback : store.reads(CallbackReads.class).callbacks(agent))
      cell.pending.put(callback.id(), callback);
    cell.readPhases();
    return cell;
  }

  /**
   * Reads the phases of the timers. When many callbacks are due at once, their timers fire some
   * time before this cell is told.
   */
  private void readPhases() {
    for (var callback : pending.values()) {
      if (callback.channel() == null && is(callback.id(), DurableCallbackTimers.Phase.DUE)) {
        due.add(callback.id());
      }
    }
  }

  /** Returns the address of the cell that owns an agent's durable callbacks. */
  public static CellId at(String agent) {
    return new CellId(KIND, agent);
  }

  /** False while a callback is due, because only this cell knows which session got it. */
  @Override
  public boolean mayUnload() {
    return due.isEmpty();
  }

  @Override
  public Step handle(Command command) {
    return switch ((CallbackCommand) command) {
      case CallbackCommand.Keep(var session, var callback) -> keep(session, callback);
      case CallbackCommand.Open(var session) -> open(session);
      case CallbackCommand.Due(var id, var session) -> due(id, session);
      case CallbackCommand.Delivered(var id) -> done(delivered(id));
      case CallbackCommand.Drop(var id, var kind, var reason) -> done(drop(id, kind, reason));
      case CallbackCommand.Said(var id) -> {
        forget(id);
        yield Step.none();
      }
      case CallbackCommand.Report(var session, var body) ->
          done(Unit.barrier(List.of(new DeliveryEffect.ToSession(session, report(body)))));
      case CallbackCommand.Cancel(var session, var body, var id) -> cancel(session, body, id);
    };
  }

  private Step keep(SessionId session, StoredCallback callback) {
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
            List.of(
                new SaveCallback(callback),
                new SetTimer(timer(callback.id()), callback.fireAt(), callback.createdAt(), ""),
                event("callback.scheduled", callback.channel(), detail)),
            List.of(),
            List.of(Messages.notStored(session))));
  }

  private Step due(String id, @Nullable SessionId session) {
    var callback = pending.get(id);
    if (!is(id, DurableCallbackTimers.Phase.DUE)) return done();
    if (callback == null) return beingRemoved(id);
    if (callback.channel() != null) return Step.answer(new Fires(callback));
    due.add(id);
    // A session that connected just now may have got it with the callbacks that waited.
    return session == null || session.equals(sent.put(id, session))
        ? done()
        : done(Unit.barrier(List.of(fire(session, callback, null))));
  }

  /**
   * Answers for a callback whose removal is under way. The store may still refuse the removal; then
   * the callback must fire, so its timer asks again.
   */
  private static Step beingRemoved(String id) {
    return Step.answer(
        new ChatAnswer.Refused(ErrorCode.STORE_UNAVAILABLE, id + " is being removed"));
  }

  /** Sends the callbacks that the agent missed, in the order in which they were due. */
  private Step open(SessionId session) {
    long now = clock.wallMillis();
    var effects = new ArrayList<Effect>();
    readPhases();
    for (var callback : inOrder()) {
      if (!due.contains(callback.id())) continue;
      sent.put(callback.id(), session);
      effects.add(fire(session, callback, Math.max(0, now - callback.fireAt())));
    }
    return done(Unit.barrier(effects));
  }

  private Step cancel(SessionId session, @Nullable SessionId body, String id) {
    var callback = pending.get(id);
    if (callback == null || hasFired(callback, body)) {
      return Step.answer(
          new ChatAnswer.Refused(ErrorCode.INVALID_MSG, "No durable callback of yours is " + id));
    }
    forget(id);
    return done(
        Unit.required(
            removal("callback.cancelled", callback, null),
            List.of(new DeliveryEffect.ToSession(session, new ServerMessage.CallbackCancelled(id))),
            List.of(Messages.notStored(session))));
  }

  private Effect fire(SessionId session, StoredCallback callback, @Nullable Long late) {
    var message =
        CallbackMessage.fired(callback.id(), agent, callback.payload(), clock.wallMillis(), late);
    return new FiringEffect.Fire(session, agent, message, callback.id());
  }

  /** Removes a callback that the agent has. If that fails, only the removal is tried again. */
  private Unit delivered(String id) {
    var callback = forget(id);
    return callback == null
        ? Unit.barrier(List.of())
        : Unit.required(
            removal("callback.fired", callback, null),
            List.of(),
            List.of(new TimerEffect.Retry(timer(id), DurableCallbackTimers.HAS_IT)));
  }

  private Unit drop(String id, String kind, String reason) {
    var callback = forget(id);
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

  /**
   * True if the callback was sent to the agent's body, where it may still wait until its agent
   * wakes, or if its entry is being added to its channel or was just added.
   */
  private boolean hasFired(StoredCallback callback, @Nullable SessionId body) {
    return (body != null && body.equals(sent.get(callback.id())))
        || is(callback.id(), DurableCallbackTimers.Phase.TAKEN)
        || (callback.channel() != null && !is(callback.id(), DurableCallbackTimers.Phase.WAITING));
  }

  private @Nullable StoredCallback forget(String id) {
    due.remove(id);
    sent.remove(id);
    return pending.remove(id);
  }

  private ServerMessage report(@Nullable SessionId body) {
    return new ServerMessage.Callbacks(
        inOrder().stream()
            .filter(c -> !hasFired(c, body))
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

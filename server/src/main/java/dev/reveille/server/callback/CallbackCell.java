package dev.reveille.server.callback;

import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.chat.CallbackCommand;
import dev.reveille.server.chat.CallbackMessage;
import dev.reveille.server.chat.Cells;
import dev.reveille.server.chat.ChannelCommand;
import dev.reveille.server.chat.ChatAnswer;
import dev.reveille.server.chat.ChatEffect;
import dev.reveille.server.kernel.Answer;
import dev.reveille.server.kernel.Cell;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.store.Store;
import dev.reveille.server.store.StoreWrite;
import dev.reveille.server.store.StoredCallback;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Owns an agent's durable callbacks.
 *
 * <p>One is told of only after it is stored. A private one is removed when the agent's socket took
 * it, so a crash can repeat it (under the same id) but not lose it; one for a channel is removed
 * with its effect.
 */
public final class CallbackCell implements Cell {
  private final String agent;
  private final int most;
  private final Clock clock;
  private final Predicate<String> fired;
  private final Map<String, StoredCallback> pending = new LinkedHashMap<>();

  /** Those for the agent whose time has come, but which it does not have yet. */
  private final Set<String> due = new HashSet<>();

  /** To which session one that is due was sent: not twice to the same. */
  private final Map<String, SessionId> sent = new HashMap<>();

  private CallbackCell(String agent, int most, Clock clock, Predicate<String> fired) {
    this.agent = agent;
    this.most = most;
    this.clock = clock;
    this.fired = fired;
  }

  /**
   * Loads the cell.
   *
   * @param most how many may be pending
   * @param fired whether the timer of a callback has fired: what the wall clock says is no proof
   */
  public static CallbackCell load(
      String agent, int most, Clock clock, Store store, Predicate<String> fired) {
    var cell = new CallbackCell(agent, most, clock, fired);
    for (var callback : store.callbacks(agent)) cell.pending.put(callback.id(), callback);
    cell.lookAtTimers();
    return cell;
  }

  /** When many are due at once, their timers have fired some time before this cell is told. */
  private void lookAtTimers() {
    for (var callback : pending.values()) {
      if (callback.channel() == null && fired.test(callback.id())) due.add(callback.id());
    }
  }

  /** What was sent is known only here. */
  @Override
  public boolean restful() {
    return due.isEmpty();
  }

  @Override
  public Step handle(Command command) {
    return switch ((CallbackCommand) command) {
      case CallbackCommand.Keep(var session, var callback) -> keep(session, callback);
      case CallbackCommand.Open(var session) -> open(session);
      case CallbackCommand.Due(var id, var session, var member) -> due(id, session, member);
      case CallbackCommand.Delivered(var id) -> Step.of(remove(id, "callback.fired"));
      case CallbackCommand.Report(var session) ->
          done(Unit.barrier(List.of(new ChatEffect.ToSession(session, report(session)))));
      case CallbackCommand.Cancel(var session, var id) -> cancel(session, id);
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
                new StoreWrite.SaveCallback(callback),
                event("callback.scheduled", callback.channel(), detail)),
            List.of(
                new CallbackEffect.Arm(
                    agent,
                    callback.id(),
                    callback.channel(),
                    callback.fireAt() - callback.createdAt())),
            List.of(notStored(session))));
  }

  private Step due(String id, @Nullable SessionId session, boolean member) {
    var callback = pending.get(id);
    if (callback == null) return done();
    var channel = callback.channel();
    if (channel == null) {
      due.add(id);
      // Whoever came just now may have got it with what had waited.
      return session == null || session.equals(sent.put(id, session))
          ? done()
          : done(Unit.barrier(List.of(fire(session, callback, null))));
    }
    if (!member) return done(remove(id, "callback.dropped"));
    var message =
        CallbackMessage.fired(id, agent, channel, callback.payload(), clock.wallMillis(), null);
    return Step.call(Cells.channel(channel), new ChannelCommand.Fire(agent, null, message));
  }

  /** The channel's cell had to begin anew: its members did not get it. */
  @Override
  public Step undone(CellId called, Command call, Answer answer) {
    return Step.call(called, call);
  }

  @Override
  public Step resume(Command command, Answer answer) {
    if (!(command instanceof CallbackCommand.Due(var id, _, _))) return Step.none();
    return done(
        remove(id, answer instanceof ChatAnswer.Done ? "callback.fired" : "callback.dropped"));
  }

  /** What the agent missed, in the order in which it was due. */
  private Step open(SessionId session) {
    long now = clock.wallMillis();
    var effects = new ArrayList<Effect>();
    lookAtTimers();
    for (var callback : inOrder()) {
      if (!due.contains(callback.id())) continue;
      sent.put(callback.id(), session);
      effects.add(fire(session, callback, Math.max(0, now - callback.fireAt())));
    }
    return done(Unit.barrier(effects));
  }

  private Step cancel(SessionId session, String id) {
    if (!pending.containsKey(id) || session.equals(sent.get(id))) {
      return Step.answer(
          new ChatAnswer.Refused(ErrorCode.INVALID_MSG, "No durable callback of yours is " + id));
    }
    forget(id);
    return done(
        Unit.required(
            List.of(new StoreWrite.RemoveCallback(id), gone("callback.cancelled", id, null)),
            List.of(
                new CallbackEffect.Disarm(agent, id),
                new ChatEffect.ToSession(session, new ServerMessage.CallbackCancelled(id))),
            List.of(notStored(session))));
  }

  private Effect fire(SessionId session, StoredCallback callback, @Nullable Long late) {
    var message =
        CallbackMessage.fired(
            callback.id(), agent, agent, callback.payload(), clock.wallMillis(), late);
    return new ChatEffect.Fire(session, agent, message, callback.id());
  }

  private Unit remove(String id, String kind) {
    var callback = forget(id);
    if (callback == null) return Unit.barrier(List.of());
    return Unit.bestEffort(
        List.of(new StoreWrite.RemoveCallback(id), gone(kind, id, callback.channel())),
        List.of(new CallbackEffect.Disarm(agent, id)));
  }

  private @Nullable StoredCallback forget(String id) {
    due.remove(id);
    sent.remove(id);
    return pending.remove(id);
  }

  /** What was sent to the session has fired, though it may wait there for its agent to wake. */
  private ServerMessage report(SessionId session) {
    return new ServerMessage.Callbacks(
        inOrder().stream()
            .filter(c -> !session.equals(sent.get(c.id())))
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

  private StoreWrite gone(String kind, String id, @Nullable String channel) {
    return event(kind, channel, new JsonText(48).field("cb_id", id).field("durable", true));
  }

  private StoreWrite event(String kind, @Nullable String channel, JsonText detail) {
    return new StoreWrite.AppendEvent(clock.wallMillis(), kind, agent, channel, detail.text());
  }

  private static Effect notStored(SessionId session) {
    return new ChatEffect.ToSession(
        session,
        new ServerMessage.Failure(
            ErrorCode.STORE_UNAVAILABLE,
            "The callback was not stored or removed: the server cannot write. Try again later."));
  }

  private static Step done(Unit... units) {
    return Step.answer(new ChatAnswer.Done(), units);
  }
}

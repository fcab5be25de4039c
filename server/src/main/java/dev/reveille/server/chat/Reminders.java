package dev.reveille.server.chat;

import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.Marker;
import dev.reveille.protocol.Names;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.kernel.Calls;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.kernel.Write;
import dev.reveille.server.store.StoreWrite;
import dev.reveille.server.store.StoredCallback;
import dev.reveille.server.store.StoredKey;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The callbacks that an agent sets with its markers, and what becomes of them. */
final class Reminders {
  static final String QUOTA = "QUOTA";
  static final String CHANNEL = "CHANNEL";
  static final String PAYLOAD_TOO_LONG = "PAYLOAD_TOO_LONG";
  static final String DELAY_TOO_LONG = "DELAY_TOO_LONG";

  /** Names why a callback that was due is not said in its channel. */
  private static final String FLOOD = "FLOOD";

  private static final String DROPPED = "callback.dropped";
  private static final String REFUSED = "callback.refused";

  /** How long a callback waits whose channel could not be written. */
  private static final Duration AGAIN = Duration.ofSeconds(1);

  /** Refusals of one message that are reported one by one; the last report counts the rest. */
  private static final int MOST_REPORTS = 20;

  private final AgentState state;
  private final ChatParts parts;
  private final Calls<ChatAnswer> calls;
  private final Discipline discipline;

  Reminders(AgentState state, ChatParts parts, Calls<ChatAnswer> calls, Discipline discipline) {
    this.state = state;
    this.parts = parts;
    this.calls = calls;
    this.discipline = discipline;
  }

  /** What one message asked for so far: who is refused why, and what is to be noted of it. */
  private final class Outcome {
    private final AgentState.Body body;
    private final List<String> refusals = new ArrayList<>();
    private final List<Write> writes = new ArrayList<>();
    private final List<Effect> effects = new ArrayList<>();

    private Outcome(AgentState.Body body) {
      this.body = body;
    }

    Step step() {
      for (int i = 0; i < Math.min(MOST_REPORTS, refusals.size()); i++) {
        int more = i == MOST_REPORTS - 1 ? refusals.size() - MOST_REPORTS : 0;
        var reason = refusals.get(i);
        var longest =
            reason.equals(DELAY_TOO_LONG)
                ? parts.config().markers().longestDurable().toSeconds()
                : null;
        effects.add(
            new ChatEffect.ToSession(
                body.session(), CallbackMessage.refused(state.id, reason, more, longest, now())));
      }
      for (var reason : List.of(PAYLOAD_TOO_LONG, DELAY_TOO_LONG, CHANNEL, QUOTA)) {
        long count = refusals.stream().filter(reason::equals).count();
        if (count > 0) {
          writes.add(
              event(REFUSED, null, new JsonText(64).field("reason", reason).field("count", count)));
        }
      }
      return writes.isEmpty() && effects.isEmpty()
          ? Step.none()
          : Step.of(Unit.bestEffort(writes, effects));
    }
  }

  /**
   * Sets what a message asks for.
   *
   * @param key the message's client_msg_id
   */
  Step set(AgentState.Body body, List<Marker> markers, @Nullable String key) {
    var outcome = new Outcome(body);
    var plan = calls.plan();
    int number = 0;
    for (var marker : markers) {
      if (!(marker instanceof Marker.Callback asked)) continue;
      number++;
      var refusal = refusal(asked, body.durable());
      if (refusal != null) outcome.refusals.add(refusal);
      else if (body.durable() && plan.size() >= parts.config().markers().perAgent())
        outcome.refusals.add(QUOTA);
      else if (body.durable()) keep(plan, outcome, asked, key == null ? null : key + "/" + number);
      else set(outcome, asked);
    }
    return calls.each(plan, outcome::step);
  }

  private @Nullable String refusal(Marker.Callback asked, boolean durable) {
    int most = parts.config().markers().payloadBytes();
    var payload = asked.payload();
    if (payload.length() > most || payload.getBytes(StandardCharsets.UTF_8).length > most) {
      return PAYLOAD_TOO_LONG;
    }
    if (durable && asked.delay().compareTo(parts.config().markers().longestDurable()) > 0) {
      return DELAY_TOO_LONG;
    }
    var channel = asked.channel();
    boolean elsewhere =
        channel != null && (!Names.isChannel(channel) || !state.channels.contains(channel));
    return elsewhere ? CHANNEL : null;
  }

  private void set(Outcome outcome, Marker.Callback asked) {
    var delay = parts.config().markers().clamp(asked.delay());
    var request = new Callbacks.Request(delay, asked.channel(), asked.payload());
    var id = parts.callbacks().set(state.id, outcome.body.session(), request);
    if (id.isEmpty()) outcome.refusals.add(QUOTA);
    else outcome.writes.add(scheduled(id.get(), asked.channel(), now() + delay.toMillis()));
  }

  private void keep(
      Deque<Calls<ChatAnswer>.Call> plan,
      Outcome outcome,
      Marker.Callback asked,
      @Nullable String key) {
    // Rounded up: a timer is never early.
    long millis = asked.delay().plusNanos(999_999).toMillis();
    var callback =
        new StoredCallback(
            parts.ids().callback(),
            state.id,
            asked.channel(),
            asked.payload(),
            now() + millis,
            now(),
            key);
    plan.add(
        calls
            .to(
                Cells.callbacks(state.id),
                new CallbackCommand.Keep(outcome.body.session(), callback))
            .nothingToUndo()
            .noting(
                answer -> {
                  if (!(answer instanceof ChatAnswer.Refused(var code, var reason))) return;
                  if (code == ErrorCode.RATE_LIMITED) outcome.refusals.add(QUOTA);
                  else {
                    outcome.effects.add(
                        new ChatEffect.ToSession(
                            outcome.body.session(), new ServerMessage.Failure(code, reason)));
                  }
                }));
  }

  /**
   * A callback whose time has come in a channel.
   *
   * @param session whose it is; absent = it is durable
   * @param counted whether it was counted against the agent's limits before
   */
  private record Firing(
      String id, String channel, String payload, @Nullable SessionId session, boolean counted) {
    boolean durable() {
      return session == null;
    }
  }

  /** A volatile callback's time has come. That of a session that is gone is nobody's. */
  Step due(AgentCommand.CallbackDue due) {
    var body = state.body;
    if (body == null || !body.session().equals(due.session())) return Step.none();
    var channel = due.channel();
    if (channel != null) {
      return fire(new Firing(due.id(), channel, due.payload(), due.session(), due.counted()));
    }
    var message = CallbackMessage.fired(due.id(), state.id, due.payload(), now(), null);
    return Step.of(
        Unit.bestEffort(
            List.of(happened("callback.fired", due.id(), null)),
            List.of(new ChatEffect.Fire(body.session(), state.id, message, null))));
  }

  /**
   * A durable callback's time has come, whether the agent is here or not. The empty unit at the end
   * lets whoever told it know when what it does is settled.
   */
  Step due(AgentCommand.KeptCallbackDue due) {
    var session = state.body == null ? null : state.body.session();
    return calls
        .to(Cells.callbacks(state.id), new CallbackCommand.Due(due.id(), session))
        .ifUndone(_ -> due(new AgentCommand.KeptCallbackDue(due.id(), false)))
        .then(
            answer -> {
              if (answer instanceof ChatAnswer.Fires(var callback) && callback.channel() != null) {
                return fire(
                    new Firing(
                        callback.id(),
                        callback.channel(),
                        callback.payload(),
                        null,
                        due.counted()));
              }
              return answer instanceof ChatAnswer.Refused
                  ? Step.of(
                      Unit.barrier(
                          List.of(
                              new ChatEffect.CallbackUndone(state.id, due.id(), due.counted()))))
                  : Step.of(Unit.barrier(List.of()));
            });
  }

  /**
   * Says it in its channel. The agent speaks: what its own message would have to wait for, this
   * waits for too, and what its message would be refused for, this is.
   */
  private Step fire(Firing firing) {
    var channel = firing.channel();
    if (state.isGagged(now())) return drop(firing, DROPPED, "MUTED");
    if (firing.durable() && !isMember(channel)) return drop(firing, DROPPED, CHANNEL);
    if (!firing.counted()) {
      long nanos = parts.clock().nanos();
      if (!state.rate.take(nanos)) {
        return later(firing, Duration.ofNanos(state.rate.waitNanos(nanos)), false);
      }
      var flooding = discipline.floodingByCallback(channel, firing.payload());
      if (flooding.isPresent()) {
        return calls.then(drop(firing, REFUSED, FLOOD), flooding::get);
      }
    }
    var id = firing.durable() ? firing.id() : parts.ids().message();
    return calls
        .to(
            Cells.channel(channel),
            new ChannelCommand.Fire(
                id, state.id, firing.session(), firing.id(), firing.payload(), firing.durable()))
        .ifUndone(_ -> fireAgain(firing))
        .then(
            answer -> {
              if (answer instanceof ChatAnswer.Later(var millis)) {
                return later(firing, Duration.ofMillis(millis), true);
              }
              if (!(answer instanceof ChatAnswer.Refused(var code, _))) {
                return Step.of(Unit.barrier(List.of()));
              }
              return code == ErrorCode.STORE_UNAVAILABLE
                  ? later(firing, AGAIN, true)
                  : drop(firing, DROPPED, CHANNEL);
            });
  }

  /** What was placed in a channel was refused by the store. A durable one has its own timer. */
  private Step fireAgain(Firing firing) {
    var session = firing.session();
    return session != null && state.isBody(session) ? later(firing, AGAIN, true) : Step.none();
  }

  private Step later(Firing firing, Duration wait, boolean counted) {
    var session = firing.session();
    // Rounded up: else it would come just before it may.
    long millis = wait.plusNanos(999_999).toMillis();
    if (session == null) {
      return Step.of(
          Unit.barrier(
              List.of(new ChatEffect.CallbackLater(state.id, firing.id(), millis, counted))));
    }
    var request =
        new Callbacks.Request(Duration.ofMillis(millis), firing.channel(), firing.payload());
    return parts.callbacks().later(state.id, session, firing.id(), request, counted)
        ? Step.of(Unit.barrier(List.of()))
        : drop(firing, REFUSED, QUOTA);
  }

  private Step drop(Firing firing, String kind, String reason) {
    if (firing.durable()) {
      return calls
          .to(Cells.callbacks(state.id), new CallbackCommand.Drop(firing.id(), kind, reason))
          .nothingToUndo()
          .then(_ -> Step.of(Unit.barrier(List.of())));
    }
    var detail = new JsonText(64).field("cb_id", firing.id()).field("reason", reason);
    return Step.of(Unit.bestEffort(List.of(event(kind, firing.channel(), detail)), List.of()));
  }

  private boolean isMember(String channel) {
    return state.channels.contains(channel) || (state.body == null && mayReturnTo(channel));
  }

  /**
   * While it is away, an agent is in the channels that it will find itself in when it returns. One
   * that may not return is in none.
   */
  private boolean mayReturnTo(String channel) {
    var keys =
        Stream.concat(
                state.ring.keys().stream().map(StoredKey::pubkey), Stream.ofNullable(state.lastKey))
            .toList();
    return (state.memberships.contains(channel) || parts.config().channels().contains(channel))
        && !state.ring.dead()
        && parts.admission().entering(state.id, keys).isEmpty();
  }

  Step list(AgentState.Body body) {
    if (!body.hasKey())
      return Replies.reply(body.session(), new ServerMessage.Callbacks(List.of()));
    return calls
        .to(Cells.callbacks(state.id), new CallbackCommand.Report(body.session()))
        .orAgain(() -> state.isBody(body.session()))
        .then(answer -> Rooms.orError(body, answer, Step::none));
  }

  Step cancel(AgentState.Body body, String id) {
    return calls
        .to(Cells.callbacks(state.id), new CallbackCommand.Cancel(body.session(), id))
        .nothingToUndo()
        .then(answer -> Rooms.orError(body, answer, Step::none));
  }

  private StoreWrite scheduled(String id, @Nullable String channel, long fireAt) {
    return event(
        "callback.scheduled",
        channel,
        new JsonText(64).field("cb_id", id).field("fire_at", fireAt).field("durable", false));
  }

  private StoreWrite happened(String kind, String id, @Nullable String channel) {
    return event(kind, channel, new JsonText(48).field("cb_id", id));
  }

  private StoreWrite event(String kind, @Nullable String channel, JsonText detail) {
    return new StoreWrite.AppendEvent(now(), kind, state.id, channel, detail.text());
  }

  private long now() {
    return parts.clock().wallMillis();
  }
}

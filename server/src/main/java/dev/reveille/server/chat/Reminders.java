package dev.reveille.server.chat;

import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.Marker;
import dev.reveille.protocol.Names;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.kernel.Write;
import dev.reveille.server.store.StoreWrite;
import dev.reveille.server.store.StoredCallback;
import dev.reveille.server.store.StoredKey;
import java.nio.charset.StandardCharsets;
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

  /** Refusals of one message that are reported one by one; the last report counts the rest. */
  private static final int MOST_REPORTS = 20;

  private final AgentState state;
  private final ChatParts parts;
  private final Calls calls;

  Reminders(AgentState state, ChatParts parts, Calls calls) {
    this.state = state;
    this.parts = parts;
    this.calls = calls;
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
        effects.add(
            new ChatEffect.ToSession(
                body.session(), CallbackMessage.refused(state.id, refusals.get(i), more, now())));
      }
      for (var reason : List.of(PAYLOAD_TOO_LONG, CHANNEL, QUOTA)) {
        long count = refusals.stream().filter(reason::equals).count();
        if (count > 0) {
          writes.add(
              event(
                  "callback.refused",
                  null,
                  new JsonText(64).field("reason", reason).field("count", count)));
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
    var plan = Calls.plan();
    int number = 0;
    for (var marker : markers) {
      if (!(marker instanceof Marker.Callback asked)) continue;
      number++;
      var refusal = refusal(asked);
      if (refusal != null) outcome.refusals.add(refusal);
      else if (body.durable() && plan.size() >= parts.config().markers().perAgent())
        outcome.refusals.add(QUOTA);
      else if (body.durable()) keep(plan, outcome, asked, key == null ? null : key + "/" + number);
      else set(outcome, asked);
    }
    return calls.each(plan, outcome::step);
  }

  private @Nullable String refusal(Marker.Callback asked) {
    int most = parts.config().markers().payloadBytes();
    var payload = asked.payload();
    if (payload.length() > most || payload.getBytes(StandardCharsets.UTF_8).length > most) {
      return PAYLOAD_TOO_LONG;
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
      Deque<Calls.Planned> plan, Outcome outcome, Marker.Callback asked, @Nullable String key) {
    var delay = parts.config().markers().clamp(asked.delay());
    // Rounded up: a timer is never early.
    long millis = delay.plusNanos(999_999).toMillis();
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
        new Calls.Planned(
            Cells.callbacks(state.id),
            new CallbackCommand.Keep(outcome.body.session(), callback),
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

  /** A volatile callback's time has come. That of a session that is gone is nobody's. */
  Step due(AgentCommand.CallbackDue due) {
    var body = state.body;
    if (body == null || !body.session().equals(due.session())) return Step.none();
    var channel = due.channel();
    var message =
        CallbackMessage.fired(
            due.id(), state.id, channel == null ? state.id : channel, due.payload(), now(), null);
    if (channel != null && state.isGagged(now())) {
      return Step.of(
          Unit.bestEffort(List.of(happened("callback.dropped", due.id(), channel)), List.of()));
    }
    if (channel == null) {
      return Step.of(
          Unit.bestEffort(
              List.of(happened("callback.fired", due.id(), null)),
              List.of(new ChatEffect.Fire(body.session(), state.id, message, null))));
    }
    return calls.call(
        Cells.channel(channel),
        new ChannelCommand.Fire(state.id, body.session(), message),
        answer ->
            Step.of(
                Unit.bestEffort(
                    List.of(
                        happened(
                            answer instanceof ChatAnswer.Done
                                ? "callback.fired"
                                : "callback.dropped",
                            due.id(),
                            channel)),
                    List.of())));
  }

  /** A durable callback's time has come, whether the agent is here or not. */
  Step due(AgentCommand.KeptCallbackDue due) {
    var channel = due.channel();
    boolean member =
        channel != null
            && !state.isGagged(now())
            && (state.channels.contains(channel) || (state.body == null && mayReturnTo(channel)));
    return dueAgain(due.id(), member);
  }

  /** The empty unit lets whoever told it know when what it does is settled. */
  Step dueAgain(String id, boolean member) {
    var session = state.body == null ? null : state.body.session();
    return calls.call(
        Cells.callbacks(state.id),
        new CallbackCommand.Due(id, session, member),
        _ -> Step.of(Unit.barrier(List.of())));
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
    return calls.call(
        Cells.callbacks(state.id),
        new CallbackCommand.Report(body.session()),
        answer -> Rooms.orError(body, answer, Step::none));
  }

  Step cancel(AgentState.Body body, String id) {
    return calls.call(
        Cells.callbacks(state.id),
        new CallbackCommand.Cancel(body.session(), id),
        answer -> Rooms.orError(body, answer, Step::none));
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

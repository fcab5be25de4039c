package dev.reveille.server.callback;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.Marker;
import dev.reveille.protocol.Names;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.channel.ChannelCommand;
import dev.reveille.server.chat.Agent;
import dev.reveille.server.chat.AgentPart;
import dev.reveille.server.chat.Body;
import dev.reveille.server.chat.ChatParts;
import dev.reveille.server.chat.Posted;
import dev.reveille.server.chat.Replies;
import dev.reveille.server.chat.Request;
import dev.reveille.server.chat.Told;
import dev.reveille.server.delivery.Attached;
import dev.reveille.server.delivery.Cells;
import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.delivery.DeliveryEffect;
import dev.reveille.server.kernel.Calls;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.kernel.Write;
import dev.reveille.server.store.AppendEvent;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Sets the callbacks that agents ask for with markers, and fires them when they are due. */
public final class CallbackPart implements AgentPart {
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

  private final ChatParts parts;
  private final Callbacks callbacks;

  public CallbackPart(ChatParts parts, Callbacks callbacks) {
    this.callbacks = callbacks;
    this.parts = parts;
  }

  @Override
  public List<Request<?>> requests() {
    return List.of(
        Request.of(ClientMessage.Callbacks.class, (agent, body, _) -> list(agent, body)),
        Request.of(
            ClientMessage.CancelCallback.class,
            (agent, body, cancel) -> cancel(agent, body, cancel.cbId())));
  }

  @Override
  public List<Told<?>> told() {
    return List.of(
        new Told<>(CallbackDue.class, this::due), new Told<>(DurableCallbackDue.class, this::due));
  }

  /** What waited for the agent fires, before anything that is said to it from now on. */
  @Override
  public List<Calls<ChatAnswer>.Call> arriving(Agent agent, Body body) {
    if (!body.hasKey() || !callbacks.keeps(agent.id())) return List.of();
    return List.of(
        agent
            .calls()
            .to(CallbackCell.at(agent.id()), new CallbackCommand.Open(body.session()))
            .orAgain(() -> agent.isBody(body.session())));
  }

  @Override
  public Step beforeRelay(Agent agent, Body body, Posted posted) {
    var markers = posted.draft().markers();
    return markers.isEmpty() || posted.repeat()
        ? Step.none()
        : set(agent, body, markers, posted.clientMsgId());
  }

  /** What one message asked for so far: who is refused why, and what is to be noted of it. */
  private final class Outcome {
    private final Agent agent;
    private final Body body;
    private final List<String> refusals = new ArrayList<>();
    private final List<Write> writes = new ArrayList<>();
    private final List<Effect> effects = new ArrayList<>();

    private Outcome(Agent agent, Body body) {
      this.agent = agent;
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
            new DeliveryEffect.ToSession(
                body.session(), CallbackMessage.refused(agent.id(), reason, more, longest, now())));
      }
      for (var reason : List.of(PAYLOAD_TOO_LONG, DELAY_TOO_LONG, CHANNEL, QUOTA)) {
        long count = refusals.stream().filter(reason::equals).count();
        if (count > 0) {
          writes.add(
              event(
                  agent,
                  REFUSED,
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
  private Step set(Agent agent, Body body, List<Marker> markers, @Nullable String key) {
    var outcome = new Outcome(agent, body);
    var plan = agent.calls().plan();
    int number = 0;
    for (var marker : markers) {
      if (!(marker instanceof Marker.Callback asked)) continue;
      number++;
      var refusal = refusal(agent, asked, body.durable());
      if (refusal != null) outcome.refusals.add(refusal);
      else if (body.durable() && plan.size() >= parts.config().markers().perAgent())
        outcome.refusals.add(QUOTA);
      else if (body.durable())
        keep(agent, plan, outcome, asked, key == null ? null : key + "/" + number);
      else set(agent, outcome, asked);
    }
    return agent.calls().each(plan, outcome::step);
  }

  private @Nullable String refusal(Agent agent, Marker.Callback asked, boolean durable) {
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
        channel != null && (!Names.isChannel(channel) || !agent.channels().contains(channel));
    return elsewhere ? CHANNEL : null;
  }

  private void set(Agent agent, Outcome outcome, Marker.Callback asked) {
    var delay = parts.config().markers().clamp(asked.delay());
    var request = new Callbacks.Request(delay, asked.channel(), asked.payload());
    var id = callbacks.set(agent.id(), outcome.body.session(), request);
    if (id.isEmpty()) outcome.refusals.add(QUOTA);
    else outcome.writes.add(scheduled(agent, id.get(), asked.channel(), now() + delay.toMillis()));
  }

  private void keep(
      Agent agent,
      Deque<Calls<ChatAnswer>.Call> plan,
      Outcome outcome,
      Marker.Callback asked,
      @Nullable String key) {
    // Rounded up: a timer is never early.
    long millis = asked.delay().plusNanos(999_999).toMillis();
    var callback =
        new StoredCallback(
            parts.ids().callback(),
            agent.id(),
            asked.channel(),
            asked.payload(),
            now() + millis,
            now(),
            key);
    plan.add(
        agent
            .calls()
            .to(
                CallbackCell.at(agent.id()),
                new CallbackCommand.Keep(outcome.body.session(), callback))
            .nothingToUndo()
            .noting(
                answer -> {
                  if (!(answer instanceof ChatAnswer.Refused(var code, var reason))) return;
                  if (code == ErrorCode.RATE_LIMITED) outcome.refusals.add(QUOTA);
                  else {
                    outcome.effects.add(
                        new DeliveryEffect.ToSession(
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
  private Step due(Agent agent, CallbackDue due) {
    var body = agent.body();
    if (body == null || !body.session().equals(due.session())) return Step.none();
    var channel = due.channel();
    if (channel != null) {
      return fire(
          agent, new Firing(due.id(), channel, due.payload(), due.session(), due.counted()));
    }
    var message = CallbackMessage.fired(due.id(), agent.id(), due.payload(), now(), null);
    return Step.of(
        Unit.bestEffort(
            List.of(happened(agent, "callback.fired", due.id(), null)),
            List.of(new FiringEffect.Fire(body.session(), agent.id(), message, null))));
  }

  /**
   * A durable callback's time has come, whether the agent is here or not. The empty unit at the end
   * lets whoever told it know when what it does is settled.
   */
  private Step due(Agent agent, DurableCallbackDue due) {
    var session = agent.body() == null ? null : agent.body().session();
    return agent
        .calls()
        .to(CallbackCell.at(agent.id()), new CallbackCommand.Due(due.id(), session))
        .ifUndone(_ -> due(agent, new DurableCallbackDue(due.id(), false)))
        .then(
            answer -> {
              if (answer instanceof Fires(var callback) && callback.channel() != null) {
                return fire(
                    agent,
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
                              new FiringEffect.CallbackUndone(
                                  agent.id(), due.id(), due.counted()))))
                  : Step.of(Unit.barrier(List.of()));
            });
  }

  /**
   * Says it in its channel. The agent speaks: what its own message would have to wait for, this
   * waits for too, and what its message would be refused for, this is.
   */
  private Step fire(Agent agent, Firing firing) {
    var channel = firing.channel();
    if (agent.silenced().isPresent()) return drop(agent, firing, DROPPED, "MUTED");
    if (firing.durable() && !agent.isMember(channel)) return drop(agent, firing, DROPPED, CHANNEL);
    if (!firing.counted()) {
      long nanos = parts.clock().nanos();
      if (!agent.rate().take(nanos)) {
        return later(agent, firing, Duration.ofNanos(agent.rate().waitNanos(nanos)), false);
      }
      var flooding = agent.forbidden(channel, firing.payload(), false);
      if (flooding.isPresent()) {
        return agent.calls().then(drop(agent, firing, REFUSED, FLOOD), flooding::get);
      }
    }
    var id = firing.durable() ? firing.id() : parts.ids().message();
    return agent
        .calls()
        .to(
            Cells.channel(channel),
            new ChannelCommand.SayFor(
                agent.id(),
                firing.session(),
                id,
                CallbackMessage.KIND,
                CallbackMessage.content(firing.payload()),
                CallbackMessage.extras(firing.id(), agent.id()),
                "callback.fired",
                new JsonText(64)
                    .field("cb_id", firing.id())
                    .field("durable", firing.durable())
                    .fields(),
                attached(agent, firing)))
        .ifUndone(_ -> fireAgain(agent, firing))
        .then(
            answer -> {
              if (answer instanceof ChatAnswer.Later(var millis)) {
                return later(agent, firing, Duration.ofMillis(millis), true);
              }
              if (!(answer instanceof ChatAnswer.Refused(var code, _))) {
                return Step.of(Unit.barrier(List.of()));
              }
              return code == ErrorCode.STORE_UNAVAILABLE
                  ? later(agent, firing, AGAIN, true)
                  : drop(agent, firing, DROPPED, CHANNEL);
            });
  }

  /** The row of a durable callback goes with what is said. */
  private static Attached attached(Agent agent, Firing firing) {
    if (!firing.durable()) return Attached.NOTHING;
    return new Attached(
        List.of(new RemoveCallback(firing.id())),
        List.of(new FiringEffect.CallbackSaid(agent.id(), firing.id())),
        List.of(new FiringEffect.CallbackUndone(agent.id(), firing.id(), true)));
  }

  /** What was placed in a channel was refused by the store. A durable one has its own timer. */
  private Step fireAgain(Agent agent, Firing firing) {
    var session = firing.session();
    return session != null && agent.isBody(session)
        ? later(agent, firing, AGAIN, true)
        : Step.none();
  }

  private Step later(Agent agent, Firing firing, Duration wait, boolean counted) {
    var session = firing.session();
    // Rounded up: else it would come just before it may.
    long millis = wait.plusNanos(999_999).toMillis();
    if (session == null) {
      return Step.of(
          Unit.barrier(
              List.of(new FiringEffect.CallbackLater(agent.id(), firing.id(), millis, counted))));
    }
    var request =
        new Callbacks.Request(Duration.ofMillis(millis), firing.channel(), firing.payload());
    return callbacks.later(agent.id(), session, firing.id(), request, counted)
        ? Step.of(Unit.barrier(List.of()))
        : drop(agent, firing, REFUSED, QUOTA);
  }

  private Step drop(Agent agent, Firing firing, String kind, String reason) {
    if (firing.durable()) {
      return agent
          .calls()
          .to(CallbackCell.at(agent.id()), new CallbackCommand.Drop(firing.id(), kind, reason))
          .nothingToUndo()
          .then(_ -> Step.of(Unit.barrier(List.of())));
    }
    var detail = new JsonText(64).field("cb_id", firing.id()).field("reason", reason);
    return Step.of(
        Unit.bestEffort(List.of(event(agent, kind, firing.channel(), detail)), List.of()));
  }

  private static Step list(Agent agent, Body body) {
    if (!body.hasKey())
      return Replies.reply(body.session(), new ServerMessage.Callbacks(List.of()));
    return agent
        .calls()
        .to(CallbackCell.at(agent.id()), new CallbackCommand.Report(body.session()))
        .orAgain(() -> agent.isBody(body.session()))
        .then(answer -> Replies.orError(body, answer, Step::none));
  }

  private static Step cancel(Agent agent, Body body, String id) {
    return agent
        .calls()
        .to(CallbackCell.at(agent.id()), new CallbackCommand.Cancel(body.session(), id))
        .nothingToUndo()
        .then(answer -> Replies.orError(body, answer, Step::none));
  }

  private Write scheduled(Agent agent, String id, @Nullable String channel, long fireAt) {
    return event(
        agent,
        "callback.scheduled",
        channel,
        new JsonText(64).field("cb_id", id).field("fire_at", fireAt).field("durable", false));
  }

  private Write happened(Agent agent, String kind, String id, @Nullable String channel) {
    return event(agent, kind, channel, new JsonText(48).field("cb_id", id));
  }

  private Write event(Agent agent, String kind, @Nullable String channel, JsonText detail) {
    return new AppendEvent(now(), kind, agent.id(), channel, detail.text());
  }

  private long now() {
    return parts.clock().wallMillis();
  }
}

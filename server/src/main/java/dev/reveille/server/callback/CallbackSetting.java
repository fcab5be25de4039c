package dev.reveille.server.callback;

import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.Marker;
import dev.reveille.protocol.Names;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.chat.Agent;
import dev.reveille.server.chat.Body;
import dev.reveille.server.chat.ChatParts;
import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.delivery.DeliveryEffect;
import dev.reveille.server.kernel.Calls;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.kernel.Write;
import dev.reveille.server.store.AppendEvent;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Sets the callbacks that a message asks for. Part of {@link CallbackPart}. */
final class CallbackSetting {
  /** Refusals of one message that are reported one by one; the last report counts the rest. */
  private static final int MOST_REPORTS = 20;

  private final ChatParts parts;
  private final Callbacks callbacks;

  CallbackSetting(ChatParts parts, Callbacks callbacks) {
    this.parts = parts;
    this.callbacks = callbacks;
  }

  /** Collects what one message asked for: the refusals, and what is written and told. */
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
            reason.equals(CallbackRefusal.DELAY_TOO_LONG)
                ? parts.config().markers().longestDurable().toSeconds()
                : null;
        effects.add(
            new DeliveryEffect.ToSession(
                body.session(), CallbackMessage.refused(agent.id(), reason, more, longest, now())));
      }
      for (var reason :
          List.of(
              CallbackRefusal.PAYLOAD_TOO_LONG,
              CallbackRefusal.DELAY_TOO_LONG,
              CallbackRefusal.CHANNEL,
              CallbackRefusal.QUOTA)) {
        long count = refusals.stream().filter(reason::equals).count();
        if (count > 0) {
          writes.add(
              event(
                  agent,
                  CallbackRefusal.EVENT,
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
  Step set(Agent agent, Body body, List<Marker> markers, @Nullable String key) {
    var outcome = new Outcome(agent, body);
    var plan = agent.calls().plan();
    int number = 0;
    for (var marker : markers) {
      if (!(marker instanceof Marker.Callback asked)) continue;
      number++;
      var refusal = refusal(agent, asked, body.durable());
      if (refusal != null) outcome.refusals.add(refusal);
      else if (body.durable() && plan.size() >= parts.config().markers().perAgent()) {
        outcome.refusals.add(CallbackRefusal.QUOTA);
      } else if (body.durable()) {
        keep(agent, plan, outcome, asked, key == null ? null : key + "/" + number);
      } else {
        set(agent, outcome, asked);
      }
    }
    return agent.calls().each(plan, outcome::step);
  }

  private @Nullable String refusal(Agent agent, Marker.Callback asked, boolean durable) {
    int most = parts.config().markers().payloadBytes();
    var payload = asked.payload();
    if (payload.length() > most || payload.getBytes(StandardCharsets.UTF_8).length > most) {
      return CallbackRefusal.PAYLOAD_TOO_LONG;
    }
    if (durable && asked.delay().compareTo(parts.config().markers().longestDurable()) > 0) {
      return CallbackRefusal.DELAY_TOO_LONG;
    }
    var channel = asked.channel();
    boolean elsewhere = channel != null && (!Names.isChannel(channel) || !agent.isMember(channel));
    return elsewhere ? CallbackRefusal.CHANNEL : null;
  }

  private void set(Agent agent, Outcome outcome, Marker.Callback asked) {
    var delay = parts.config().markers().clamp(asked.delay());
    var request = new Callbacks.Request(delay, asked.channel(), asked.payload());
    var id = callbacks.set(agent.id(), outcome.body.session(), request);
    if (id.isEmpty()) outcome.refusals.add(CallbackRefusal.QUOTA);
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
                new CallbackCommand.Keep(
                    outcome.body.session(), callback, agent.newcomer(outcome.body, now())))
            .nothingToUndo()
            .noting(
                answer -> {
                  if (!(answer instanceof ChatAnswer.Refused(var code, var reason))) return;
                  if (code == ErrorCode.RATE_LIMITED) outcome.refusals.add(CallbackRefusal.QUOTA);
                  else {
                    outcome.effects.add(
                        new DeliveryEffect.ToSession(
                            outcome.body.session(), new ServerMessage.Failure(code, reason)));
                  }
                }));
  }

  private Write scheduled(Agent agent, String id, @Nullable String channel, long fireAt) {
    return event(
        agent,
        "callback.scheduled",
        channel,
        new JsonText(64).field("cb_id", id).field("fire_at", fireAt).field("durable", false));
  }

  private Write event(Agent agent, String kind, @Nullable String channel, JsonText detail) {
    return new AppendEvent(now(), kind, agent.id(), channel, detail.text());
  }

  private long now() {
    return parts.clock().wallMillis();
  }
}

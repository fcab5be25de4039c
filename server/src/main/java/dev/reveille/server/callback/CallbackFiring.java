package dev.reveille.server.callback;

import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.JsonText;
import dev.reveille.server.channel.ChannelCommand;
import dev.reveille.server.chat.Agent;
import dev.reveille.server.chat.ChatParts;
import dev.reveille.server.delivery.Attached;
import dev.reveille.server.delivery.Cells;
import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.kernel.RemoveTimer;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Tell;
import dev.reveille.server.kernel.TimerEffect;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.kernel.Write;
import dev.reveille.server.mail.MailboxCommand;
import dev.reveille.server.store.AppendEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Fires callbacks that are due. Part of {@link CallbackPart}. */
final class CallbackFiring {
  /** Names why a callback that was due is not said in its channel. */
  private static final String FLOOD = "FLOOD";

  /** Names why a private callback that was due is in no mailbox. */
  private static final String NO_READER = "NO_READER";

  private static final String DROPPED = "callback.dropped";

  /** The wait of a callback whose channel could not be written. */
  private static final Duration AGAIN = Duration.ofSeconds(1);

  /** The wait of a callback whose agent's mailbox is full. */
  private static final Duration FULL = Duration.ofSeconds(10);

  private final ChatParts parts;
  private final Callbacks callbacks;

  CallbackFiring(ChatParts parts, Callbacks callbacks) {
    this.parts = parts;
    this.callbacks = callbacks;
  }

  /**
   * A callback whose time has come.
   *
   * @param channel where it is said; the agent's own id if it is for the agent alone
   * @param session whose it is; absent = it is durable
   * @param counted whether it was counted against the agent's limits before
   */
  private record Firing(
      String id, String channel, String payload, @Nullable SessionId session, boolean counted) {
    boolean durable() {
      return session == null;
    }
  }

  /** Fires a volatile callback, unless its session is gone. */
  Step due(Agent agent, CallbackDue due) {
    var body = agent.body();
    if (body == null || !body.session().equals(due.session())) return Step.none();
    var channel = due.channel();
    if (channel != null) {
      return fire(
          agent, new Firing(due.id(), channel, due.payload(), due.session(), due.counted()));
    }
    var message = CallbackMessage.fired(due.id(), agent.id(), due.payload(), now());
    return Step.of(
        Unit.bestEffort(
            List.of(happened(agent, "callback.fired", due.id(), null)),
            List.of(new FiringEffect.Fire(body.session(), message))));
  }

  /** Fires a durable callback, whether the agent is here or not. */
  Step due(Agent agent, DurableCallbackDue due) {
    return agent
        .calls()
        .to(CallbackCell.at(agent.id()), new CallbackCommand.Due(due.id()))
        .nothingToUndo()
        .then(
            answer ->
                switch (answer) {
                  case Fires(var callback) -> fire(agent, callback, due.counted());
                  case ChatAnswer.Refused _ -> retry(agent, due);
                  default -> Step.none();
                });
  }

  private Step fire(Agent agent, StoredCallback callback, boolean counted) {
    var channel = callback.channel();
    return channel == null
        ? place(agent, callback)
        : fire(agent, new Firing(callback.id(), channel, callback.payload(), null, counted));
  }

  private static Step retry(Agent agent, DurableCallbackDue due) {
    int note = due.counted() ? DurableCallbackTimers.COUNTED : 0;
    return Step.of(
        Unit.barrier(
            List.of(
                new TimerEffect.Retry(DurableCallbackTimers.timer(agent.id(), due.id()), note))));
  }

  /**
   * Adds a private callback to its agent's mailbox. Its row goes in the same unit. While the
   * mailbox has no room, it waits.
   */
  private Step place(Agent agent, StoredCallback callback) {
    var firing = new Firing(callback.id(), agent.id(), callback.payload(), null, false);
    var fired = new JsonText(64).field("cb_id", callback.id()).field("durable", true);
    var said = attached(agent, firing);
    var writes = new ArrayList<Write>(said.writes());
    writes.add(event(agent, "callback.fired", null, fired));
    return agent
        .calls()
        .to(
            Cells.mailbox(agent.id()),
            new MailboxCommand.PlaceMarker(
                callback.id(),
                CallbackMessage.KIND,
                agent.id(),
                CallbackMessage.content(callback.payload()),
                CallbackMessage.extras(callback.id(), agent.id(), now() - callback.fireAt()),
                new Attached(writes, said.effects(), said.otherwise())))
        .nothingToUndo()
        .then(
            answer -> {
              if (!(answer instanceof ChatAnswer.Refused(var code, _))) {
                return Step.of(Unit.barrier(List.of()));
              }
              return code == ErrorCode.AGENT_NOT_FOUND
                  ? drop(agent, firing, DROPPED, NO_READER)
                  : later(agent, firing, code == ErrorCode.RATE_LIMITED ? FULL : AGAIN, false);
            });
  }

  /**
   * Says it in its channel. The same limits count as for the agent's own messages: it waits or is
   * refused like them.
   */
  private Step fire(Agent agent, Firing firing) {
    var channel = firing.channel();
    if (agent.silenced().isPresent()) return drop(agent, firing, DROPPED, "MUTED");
    if (firing.durable() && !agent.isMember(channel)) {
      return drop(agent, firing, DROPPED, CallbackRefusal.CHANNEL);
    }
    if (!firing.counted()) {
      long nanos = parts.clock().nanos();
      if (!agent.rate().take(nanos)) {
        return later(agent, firing, Duration.ofNanos(agent.rate().waitNanos(nanos)), false);
      }
      var flooding = agent.forbidden(channel, firing.payload(), null);
      if (flooding.isPresent()) {
        return agent.calls().then(drop(agent, firing, CallbackRefusal.EVENT, FLOOD), flooding::get);
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
              if (answer instanceof ChatAnswer.TryAfter(var millis)) {
                return later(agent, firing, Duration.ofMillis(millis), true);
              }
              if (!(answer instanceof ChatAnswer.Refused(var code, _))) {
                return Step.of(Unit.barrier(List.of()));
              }
              return code == ErrorCode.STORE_UNAVAILABLE
                  ? later(agent, firing, AGAIN, true)
                  : drop(agent, firing, DROPPED, CallbackRefusal.CHANNEL);
            });
  }

  /** Returns what is stored and undone with the message: the row of a durable callback goes. */
  private static Attached attached(Agent agent, Firing firing) {
    if (!firing.durable()) return Attached.NOTHING;
    var timer = DurableCallbackTimers.timer(agent.id(), firing.id());
    return new Attached(
        List.of(new RemoveCallback(firing.id()), new RemoveTimer(timer)),
        List.of(new Tell(CallbackCell.at(agent.id()), new CallbackCommand.Said(firing.id()))),
        List.of(new TimerEffect.Retry(timer, DurableCallbackTimers.COUNTED)));
  }

  /** Tries again after the store refused the message. A durable callback has its own timer. */
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
              List.of(
                  new TimerEffect.PutOff(
                      DurableCallbackTimers.timer(agent.id(), firing.id()),
                      millis,
                      counted ? DurableCallbackTimers.COUNTED : 0))));
    }
    var request =
        new Callbacks.Request(Duration.ofMillis(millis), firing.channel(), firing.payload());
    return callbacks.later(agent.id(), session, firing.id(), request, counted)
        ? Step.of(Unit.barrier(List.of()))
        : drop(agent, firing, CallbackRefusal.EVENT, CallbackRefusal.QUOTA);
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

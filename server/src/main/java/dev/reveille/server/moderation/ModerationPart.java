package dev.reveille.server.moderation;

import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.chat.Agent;
import dev.reveille.server.chat.Body;
import dev.reveille.server.chat.ChatParts;
import dev.reveille.server.chat.Slot;
import dev.reveille.server.chat.SpeakingPart;
import dev.reveille.server.chat.Told;
import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.delivery.DeliveryEffect;
import dev.reveille.server.delivery.ServerNotice;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.kernel.Write;
import dev.reveille.server.limits.ChannelRules;
import dev.reveille.server.limits.Escalation;
import dev.reveille.server.limits.RepeatWatch;
import dev.reveille.server.store.AppendEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Decides if an agent may speak at all: server mutes, and the offences that lead to them. */
public final class ModerationPart implements SpeakingPart {
  private static final Duration TOLD_AGAIN = Duration.ofMinutes(1);

  /** The server mute of an agent: until when, and why. */
  private static final class Mute {
    private StoredMute stored = new StoredMute(0, "");
  }

  /** The offences of an agent. */
  private static final class Offences {
    private final RepeatWatch repeats = new RepeatWatch();
    private final Escalation escalation = new Escalation();
    private Duration decay = Duration.ZERO;
  }

  /** The time of the last event that says that the agent is over its rate. */
  private static final class Notice {
    private boolean ever;
    private long nanos;
  }

  private static final Slot<Mute> MUTE = new Slot<>(Mute::new);
  private static final Slot<Offences> OFFENCES = new Slot<>(Offences::new);
  private static final Slot<Notice> NOTICE = new Slot<>(Notice::new);

  private final ChatParts parts;

  public ModerationPart(ChatParts parts) {
    this.parts = parts;
  }

  @Override
  public List<Told<?>> told() {
    return List.of(
        new Told<>(Silence.class, this::silence),
        new Told<>(ServerMuted.class, ModerationPart::serverMuted));
  }

  @Override
  public void loaded(Agent agent) {
    if (!agent.mayReturn()) return;
    parts.store().reads(MuteReads.class).mute(agent.id()).ifPresent(stored -> mute(agent, stored));
  }

  /** False while offences of an agent that can return are remembered. */
  @Override
  public boolean mayUnload(Agent agent) {
    var held = agent.find(OFFENCES);
    return held == null
        || !agent.isKeyed()
        || !held.escalation.remembers(held.decay, parts.clock().nanos());
  }

  @Override
  public Optional<ChatAnswer.Refused> silenced(Agent agent) {
    var mute = agent.find(MUTE);
    var body = agent.body();
    if (mute == null
        || parts.clock().wallMillis() >= mute.stored.until()
        || (body != null && body.verified())) {
      return Optional.empty();
    }
    return Optional.of(
        new ChatAnswer.Refused(
            ErrorCode.RATE_LIMITED,
            "Muted by the server until "
                + Instant.ofEpochMilli(mute.stored.until())
                + ": "
                + mute.stored.reason()));
  }

  /** Acts against an agent that repeats the same text. */
  @Override
  public Optional<Step> forbids(Agent agent, String to, String text, @Nullable Body asker) {
    var rules = parts.config().moderation().rules(to);
    var body = agent.body();
    if (rules.floodRepeats() == 0 || (body != null && body.verified())) return Optional.empty();
    long now = parts.clock().nanos();
    var held = agent.slot(OFFENCES);
    if (held.repeats.saw(text, rules.floodWindow(), now) < rules.floodRepeats()) {
      return Optional.empty();
    }
    held.repeats.clear();
    held.decay = rules.decay();
    var action = held.escalation.strike(held.decay, now);
    var reason =
        "the same message %d times within %d s"
            .formatted(rules.floodRepeats(), rules.floodWindow().toSeconds());
    return Optional.of(
        act(agent, body, action, rules, reason, to.startsWith("#") ? to : null, asker));
  }

  /**
   * Records it at most once a minute, because a refusal must stay cheaper than an accepted message.
   */
  @Override
  public List<Write> limitHit(Agent agent, String reason, @Nullable String channel) {
    var told = agent.slot(NOTICE);
    long now = parts.clock().nanos();
    if (told.ever && now - told.nanos < TOLD_AGAIN.toNanos()) return List.of();
    told.ever = true;
    told.nanos = now;
    return List.of(
        new AppendEvent(parts.clock().wallMillis(), "limit.hit", agent.id(), channel, reason));
  }

  /**
   * Warns, mutes or disconnects the agent.
   *
   * @param body absent if the agent is away
   * @param asker the session that waits for an answer to its message and gets an ERROR, if any
   */
  private Step act(
      Agent agent,
      @Nullable Body body,
      Escalation.Action action,
      ChannelRules rules,
      String reason,
      @Nullable String channel,
      @Nullable Body asker) {
    long at = parts.clock().wallMillis();
    var writes = new ArrayList<Write>();
    var effects = new ArrayList<Effect>();
    var text =
        switch (action) {
          case WARN -> "Warning: " + reason + ". If it goes on, the server mutes you.";
          case MUTE -> {
            var stored = new StoredMute(at + rules.mute().toMillis(), reason);
            mute(agent, stored);
            if (agent.isKeyed()) {
              writes.add(new SetServerMute(agent.id(), stored.until(), stored.reason()));
            }
            yield "Muted until " + Instant.ofEpochMilli(stored.until()) + ": " + reason;
          }
          case KICK -> "Disconnected: " + reason;
        };
    if (body != null) {
      effects.add(notice(agent, body, action, text));
      if (action == Escalation.Action.KICK) effects.addAll(kicked(body.session(), reason));
    }
    // A body that is kicked gets no ERROR besides; a side session does, before it is closed.
    boolean kicked = action == Escalation.Action.KICK && Objects.equals(asker, body);
    if (asker != null && !kicked) effects.add(refusal(asker, text));
    if (action == Escalation.Action.KICK) {
      for (var side : agent.sides()) effects.addAll(kicked(side, reason));
    }
    var kind =
        switch (action) {
          case WARN -> "moderation.warned";
          case MUTE -> "moderation.muted";
          case KICK -> "moderation.kicked";
        };
    writes.add(new AppendEvent(at, kind, agent.id(), channel, reason));
    return Step.of(Unit.bestEffort(writes, effects));
  }

  /**
   * Carries out an operator's order. It takes effect, and the operator gets the answer, once it is
   * durable.
   */
  private Step silence(Agent agent, Silence order) {
    if (agent.body() == null && !agent.isKeyed()) {
      return refused(order, ErrorCode.AGENT_NOT_FOUND, "No agent " + agent.id() + " is known");
    }
    long at = parts.clock().wallMillis();
    long until = order.seconds() == 0 ? 0 : at + Duration.ofSeconds(order.seconds()).toMillis();
    return agent
        .calls()
        .to(
            MuteCell.at(agent.id()),
            new MuteCommand.Set(
                order.request(),
                new StoredMute(until, order.reason()),
                order.seconds(),
                agent.isKeyed(),
                order.audit()))
        .nothingToUndo()
        .then(
            answer ->
                answer instanceof ChatAnswer.Refused(var code, var reason)
                    ? refused(order, code, reason)
                    : Step.none());
  }

  private static Step refused(Silence order, ErrorCode code, String reason) {
    return Step.of(Unit.barrier(order.request().refused(code, reason)));
  }

  /** Applies an operator's mute that is durable. */
  private static Step serverMuted(Agent agent, ServerMuted muted) {
    mute(agent, muted.mute());
    return Step.none();
  }

  private static void mute(Agent agent, StoredMute stored) {
    if (stored.until() == 0) agent.clear(MUTE);
    else agent.slot(MUTE).stored = stored;
  }

  private Effect notice(Agent agent, Body body, Escalation.Action action, String text) {
    return new DeliveryEffect.ToSession(body.session(), said(agent, action, text));
  }

  private ServerMessage.Msg said(Agent agent, Escalation.Action action, String text) {
    var field =
        new JsonText(32).field("moderation", action.name().toLowerCase(Locale.ROOT)).fields();
    return ServerNotice.text(agent.id(), parts.clock().wallMillis(), text).with(field).message();
  }

  private static List<Effect> kicked(SessionId session, String reason) {
    return List.of(
        new DeliveryEffect.ToSession(session, new ServerMessage.Kicked(reason)),
        new DeliveryEffect.Hangup(session, 1000, "Kicked"));
  }

  private static Effect refusal(Body body, String text) {
    return new DeliveryEffect.ToSession(
        body.session(), new ServerMessage.Failure(ErrorCode.RATE_LIMITED, text));
  }
}

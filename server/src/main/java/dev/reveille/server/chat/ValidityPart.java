package dev.reveille.server.chat;

import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.delivery.Cells;
import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.delivery.DeliveryEffect;
import dev.reveille.server.identity.AgentKeys;
import dev.reveille.server.identity.KeysChanged;
import dev.reveille.server.identity.StoredKey;
import dev.reveille.server.identity.TokenAdded;
import dev.reveille.server.identity.TokenEnded;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.mail.MailboxCommand;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Ends the sessions of an agent whose key or token is no longer valid, and knows why one is
 * refused. Part of the agent cell.
 */
final class ValidityPart implements AgentPart {
  private final ArrivalPart arrival;

  ValidityPart(ArrivalPart arrival) {
    this.arrival = arrival;
  }

  @Override
  public List<Told<?>> told() {
    return List.of(
        new Told<>(
            KeysChanged.class,
            (agent, changed) -> keysChanged(agent, changed.session(), changed.keys())),
        new Told<>(
            TokenAdded.class,
            (agent, added) -> {
              agent.tokens.add(added.tokenId());
              return Step.none();
            }),
        new Told<>(TokenEnded.class, this::tokenEnded));
  }

  /**
   * Returns why the proof of a session is refused; empty if it is good. A key or token can become
   * invalid after the session was checked at the door.
   */
  static Optional<ChatAnswer.Refused> refusal(
      Agent agent, @Nullable String pubkey, @Nullable String token) {
    var stale = refusal(agent, pubkey);
    if (stale == null && token != null && !agent.tokens.contains(token)) {
      stale = "This token was revoked";
    }
    return Optional.ofNullable(stale)
        .map(reason -> new ChatAnswer.Refused(ErrorCode.NOT_ALLOWED, reason));
  }

  private static @Nullable String refusal(Agent agent, @Nullable String pubkey) {
    return pubkey == null ? null : agent.ring.refusal(AgentKeys.id(pubkey));
  }

  private static List<Effect> notAllowed(SessionId session, String reason) {
    return List.of(
        new DeliveryEffect.ToSession(
            session, new ServerMessage.Failure(ErrorCode.NOT_ALLOWED, reason)),
        new DeliveryEffect.Hangup(session, 1000, "Not allowed"));
  }

  /** Ends the sessions that came by this token. The order that ended it is answered after. */
  private Step tokenEnded(Agent agent, TokenEnded ended) {
    agent.tokens.remove(ended.tokenId());
    var effects =
        SidePart.end(
            agent,
            side -> ended.tokenId().equals(side.token()),
            side -> notAllowed(side.session(), ended.reason()));
    var body = agent.body;
    if (body == null || !ended.tokenId().equals(body.token())) {
      effects.addAll(ended.then());
      return Step.of(Unit.barrier(effects));
    }
    effects.addAll(notAllowed(body.session(), ended.reason()));
    return arrival.depart(
        agent, body, () -> Step.of(Unit.barrier(ended.then())), Unit.barrier(effects));
  }

  /**
   * Handles changed keys. The session that asked for a new key has it from now on. The sessions
   * whose key is no longer good end. If nobody can be the agent any more, its mailbox is closed for
   * ever.
   */
  private Step keysChanged(Agent agent, SessionId asker, AgentKeys keys) {
    agent.ring = agent.ring.newer(keys);
    var current = agent.ring.current().filter(key -> !key.wasRevoked()).map(StoredKey::pubkey);
    var effects = new ArrayList<Effect>();
    var side = SidePart.find(agent, asker);
    if (side != null && side.hasKey() && current.isPresent()) {
      effects.add(SidePart.hold(agent, side, current.get()));
    }
    effects.addAll(
        SidePart.end(
            agent,
            each -> refusal(agent, each.pubkey()) != null,
            each -> farewell(agent, each.session(), each.pubkey(), asker)));
    var body = agent.body;
    if (body != null && body.hasKey() && body.session().equals(asker) && current.isPresent()) {
      agent.body = body.holding(current.get());
      return Step.of(Unit.barrier(effects));
    }
    if (body == null || !body.hasKey() || refusal(agent, body.pubkey()) == null) {
      return shut(agent, Unit.barrier(effects));
    }
    effects.addAll(farewell(agent, body.session(), body.pubkey(), asker));
    return arrival.depart(agent, body, () -> shut(agent), Unit.barrier(effects));
  }

  /** Returns the effects that close a session whose key is no longer good. */
  private static List<Effect> farewell(
      Agent agent, SessionId session, @Nullable String pubkey, SessionId asker) {
    var effects = new ArrayList<Effect>();
    boolean revoked =
        pubkey != null
            && agent.ring.find(AgentKeys.id(pubkey)).filter(StoredKey::wasRevoked).isPresent();
    if (revoked && session.equals(asker)) {
      effects.add(new DeliveryEffect.ToSession(asker, new ServerMessage.KeyRevoked(agent.id)));
    }
    var reason = refusal(agent, pubkey);
    if (reason != null) effects.addAll(notAllowed(session, reason));
    return effects;
  }

  private static Step shut(Agent agent, Unit... before) {
    return agent.ring.dead()
        ? agent
            .calls()
            .to(Cells.mailbox(agent.id), new MailboxCommand.Shut())
            .nothingToUndo()
            .end(before)
        : Step.of(before);
  }
}

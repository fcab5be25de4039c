package dev.reveille.server.chat;

import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.delivery.Cells;
import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.delivery.DeliveryEffect;
import dev.reveille.server.identity.AgentKeys;
import dev.reveille.server.identity.KeysChanged;
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
 * Ends a body whose key or token is no longer valid, and knows why one is refused. Part of the
 * agent cell.
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
  static Optional<ChatAnswer.Refused> refusal(Agent agent, AgentCommand.Attach attach) {
    var stale = refusal(agent, attach.pubkey());
    if (stale == null && attach.token() != null && !agent.tokens.contains(attach.token())) {
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

  /** Ends the body if it came by this token. The order that ended the token is answered after. */
  private Step tokenEnded(Agent agent, TokenEnded ended) {
    agent.tokens.remove(ended.tokenId());
    var then = Step.of(Unit.barrier(ended.then()));
    var body = agent.body;
    if (body == null || !ended.tokenId().equals(body.token())) return then;
    return arrival.depart(
        agent, body, () -> then, Unit.barrier(notAllowed(body.session(), ended.reason())));
  }

  /**
   * Handles changed keys. If the body's key was revoked, the body ends and the mailbox is closed
   * for ever.
   */
  private Step keysChanged(Agent agent, SessionId asker, AgentKeys keys) {
    agent.ring = agent.ring.newer(keys);
    var body = agent.body;
    if (body == null || !body.hasKey()) return shut(agent);
    var current = agent.ring.current();
    if (body.session().equals(asker) && current.isPresent() && !current.get().wasRevoked()) {
      agent.body = body.holding(current.get().pubkey());
      return Step.none();
    }
    var refusal = refusal(agent, body.pubkey());
    if (refusal == null) return Step.none();
    var effects = new ArrayList<Effect>();
    boolean revoked =
        body.pubkey() != null
            && agent.ring.find(AgentKeys.id(body.pubkey())).filter(k -> k.wasRevoked()).isPresent();
    if (revoked && body.session().equals(asker)) {
      effects.add(new DeliveryEffect.ToSession(asker, new ServerMessage.KeyRevoked(agent.id)));
    }
    effects.addAll(notAllowed(body.session(), refusal));
    return arrival.depart(agent, body, () -> shut(agent), Unit.barrier(effects));
  }

  private static Step shut(Agent agent) {
    return agent.ring.dead()
        ? agent.calls().to(Cells.mailbox(agent.id), new MailboxCommand.Shut()).nothingToUndo().end()
        : Step.none();
  }
}

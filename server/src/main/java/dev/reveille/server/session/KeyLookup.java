package dev.reveille.server.session;

import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.KeyChange;
import dev.reveille.protocol.PublicKey;
import dev.reveille.protocol.Revocation;
import dev.reveille.server.chat.AgentCommand;
import dev.reveille.server.chat.ChatParts;
import dev.reveille.server.delivery.Cells;
import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.delivery.Messages;
import dev.reveille.server.identity.AgentKeys;
import dev.reveille.server.identity.KeyCommand;
import dev.reveille.server.identity.KeyReads;
import dev.reveille.server.identity.StoredKey;
import dev.reveille.server.kernel.Answer;
import dev.reveille.server.kernel.Host;
import dev.reveille.server.kernel.Presence;
import dev.reveille.server.kernel.SessionId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/**
 * Finds the agent of a key, and changes and revokes keys.
 *
 * <p>Nothing here blocks its caller: signatures are checked and the store is read elsewhere. A
 * verdict may be out of date when it arrives, so the agent's cell checks the key again.
 */
final class KeyLookup {

  /** The outcome. A failure is a refusal with a reason. */
  sealed interface Verdict {
    /** {@code agent} includes its {@code @}. */
    record Good(String agent) implements Verdict {}

    record Bad(ErrorCode code, String reason) implements Verdict {}
  }

  private static final Verdict UNAVAILABLE =
      new Verdict.Bad(ErrorCode.STORE_UNAVAILABLE, Messages.UNAVAILABLE);
  private static final Verdict FORGED =
      new Verdict.Bad(ErrorCode.VERIFICATION_FAILED, "Invalid signature in a certificate");

  private final ChatParts parts;
  private final Host host;
  private final Executor reading;

  KeyLookup(ChatParts parts, Host host, Executor reading) {
    this.parts = parts;
    this.host = host;
    this.reading = reading;
  }

  /**
   * Finds the agent of a key. If the key is new here and the chain shows that it replaced an
   * agent's key, it becomes the agent's key durably.
   */
  CompletionStage<Verdict> identify(SessionId session, PublicKey key, List<KeyChange> chain) {
    return elsewhere(
        () -> {
          var id = AgentKeys.id(key.pem());
          var known = parts.store().reads(KeyReads.class).key(id);
          if (known.isPresent()) return done(judge(known.get()));
          return chain.isEmpty() ? done(new Verdict.Good(id)) : extend(session, chain, true);
        });
  }

  /** Replaces the key of a known agent with the last key of the chain. */
  CompletionStage<Verdict> rotate(SessionId session, List<KeyChange> chain) {
    return elsewhere(
        () -> {
          var last =
              parts.store().reads(KeyReads.class).key(AgentKeys.id(chain.getLast().newPubkey()));
          if (last.isEmpty()) return extend(session, chain, false);
          var before =
              parts.store().reads(KeyReads.class).key(AgentKeys.id(chain.getLast().oldPubkey()));
          boolean repeated = before.filter(k -> k.agent().equals(last.get().agent())).isPresent();
          return done(
              repeated
                  ? judge(last.get())
                  : new Verdict.Bad(ErrorCode.NOT_ALLOWED, "The new key is another agent's"));
        });
  }

  /**
   * Revokes a key. When the outcome is good, no session of the key is left and the agent gets no
   * more mail.
   */
  CompletionStage<Verdict> revoke(SessionId session, Revocation certificate) {
    return elsewhere(
        () -> {
          if (!certificate.verifies()) return done(FORGED);
          var id = AgentKeys.id(certificate.pubkey());
          var agent =
              parts
                  .store()
                  .reads(KeyReads.class)
                  .key(id)
                  .map(StoredKey::agent)
                  .or(() -> isHere(id) ? Optional.of(id) : Optional.empty());
          return agent.isPresent()
              ? change(session, agent.get(), new KeyCommand.Revoke(session, certificate))
              : done(unknown());
        });
  }

  /** True if an agent whose only key has this id is connected or has a side session. */
  private boolean isHere(String id) {
    var presence = parts.presence();
    return presence.agent(id).filter(Presence.Agent::hasKey).isPresent()
        || presence.sides(id).stream().anyMatch(Presence.Side::hasKey);
  }

  /**
   * Adds a chain to an agent's keys. The last key of the chain that is known here names the agent;
   * only the keys after it count.
   *
   * @param mayBeNew true if the chain may belong to an agent that was never here
   */
  private CompletionStage<Verdict> extend(
      SessionId session, List<KeyChange> chain, boolean mayBeNew) {
    var links = new ArrayList<KeyChange>();
    Optional<StoredKey> known = Optional.empty();
    for (int i = chain.size() - 1; i >= 0 && known.isEmpty(); i--) {
      links.addFirst(chain.get(i));
      known = parts.store().reads(KeyReads.class).key(AgentKeys.id(chain.get(i).oldPubkey()));
    }
    if (known.isEmpty() && !mayBeNew) return done(unknown());
    if (!links.stream().allMatch(KeyChange::verifies)) return done(FORGED);
    var agent =
        known.map(StoredKey::agent).orElseGet(() -> AgentKeys.id(chain.getFirst().oldPubkey()));
    return change(session, agent, new KeyCommand.Extend(session, links));
  }

  /**
   * Changes the keys. The change is durable and known to the agent's cell before anybody is told.
   */
  private CompletionStage<Verdict> change(SessionId session, String agent, KeyCommand command) {
    return host.ask(Cells.keys(agent), command)
        .thenCompose(
            answer ->
                answer instanceof ChatAnswer.Done
                    ? host.ask(Cells.agent(agent), new AgentCommand.Await(session))
                    : CompletableFuture.completedStage(answer))
        .thenApply(answer -> verdict(agent, answer));
  }

  private static Verdict verdict(String agent, Answer answer) {
    return switch (answer) {
      case ChatAnswer.Done() -> new Verdict.Good(agent);
      case ChatAnswer.Refused(var code, var reason) -> new Verdict.Bad(code, reason);
      default -> UNAVAILABLE;
    };
  }

  private Verdict judge(StoredKey key) {
    var refusal = AgentKeys.refusal(key, key.agent());
    if (refusal == null) return new Verdict.Good(key.agent());
    host.tell(Cells.keys(key.agent()), new KeyCommand.Refused(key.id(), refusal));
    return new Verdict.Bad(ErrorCode.NOT_ALLOWED, refusal);
  }

  private static Verdict unknown() {
    return new Verdict.Bad(ErrorCode.AGENT_NOT_FOUND, "No agent of this server has that key");
  }

  private CompletionStage<Verdict> elsewhere(Supplier<CompletionStage<Verdict>> work) {
    return CompletableFuture.supplyAsync(work, reading)
        .thenCompose(stage -> stage)
        .exceptionally(_ -> UNAVAILABLE);
  }

  private static CompletionStage<Verdict> done(Verdict verdict) {
    return CompletableFuture.completedStage(verdict);
  }
}

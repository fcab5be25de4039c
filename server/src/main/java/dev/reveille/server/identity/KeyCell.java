package dev.reveille.server.identity;

import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.KeyChange;
import dev.reveille.protocol.PublicKey;
import dev.reveille.protocol.Revocation;
import dev.reveille.server.delivery.AdminRequest;
import dev.reveille.server.delivery.Cells;
import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.delivery.Messages;
import dev.reveille.server.delivery.ReplyTo;
import dev.reveille.server.kernel.Cell;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Tell;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.kernel.Write;
import dev.reveille.server.store.AppendEvent;
import dev.reveille.server.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Owns an agent's keys: the one that it has, and those that it can never have again.
 *
 * <p>A change of a key is a required unit. An agent's own cell must not return required units, so
 * keys have a cell of their own. The agent's cell learns of a change after it is durable. If two
 * agents want the same key, the store refuses the later unit.
 */
public final class KeyCell implements Cell {
  private static final int MAX_KEYS = KeyChange.MAX_CHAIN + 1;

  private final Clock clock;
  private AgentKeys keys;

  private KeyCell(AgentKeys keys, Clock clock) {
    this.keys = keys;
    this.clock = clock;
  }

  public static KeyCell load(String agent, Clock clock, Store store) {
    return new KeyCell(AgentKeys.of(store, agent), clock);
  }

  @Override
  public boolean mayUnload() {
    return true;
  }

  @Override
  public Step handle(Command command) {
    return switch ((KeyCommand) command) {
      case KeyCommand.Extend(var session, var chain) -> extend(session, chain);
      case KeyCommand.Revoke(var session, var certificate) -> revoke(session, certificate);
      case KeyCommand.Withdraw withdraw -> withdraw(withdraw);
      case KeyCommand.Refused(var keyId, var reason) -> Step.of(noted(keyId, reason));
    };
  }

  private Step extend(SessionId session, List<KeyChange> chain) {
    long now = clock.wallMillis();
    var first = first(chain.getFirst().oldPubkey(), now);
    var target = AgentKeys.id(chain.getLast().newPubkey());
    if (keys.dead()) return refuse(target, "The agent's key was revoked or is another agent's");
    var has = keys.current().or(() -> first);
    if (has.isEmpty()) return refuse(target, "The chain does not begin with the agent's key");
    if (has.get().id().equals(target)) return already();
    var links = after(chain, has.get().id());
    if (links.isEmpty()) return refuse(target, "The agent's key was rotated to another one before");
    if (Math.max(1, keys.keys().size()) + links.size() > MAX_KEYS) {
      return refuse(target, "An agent can change its key " + KeyChange.MAX_CHAIN + " times");
    }
    if (links.stream().anyMatch(this::hadBefore)) {
      return refuse(target, "The agent had this key before");
    }
    return advance(session, has.get(), links, now);
  }

  private Step advance(SessionId session, StoredKey has, List<KeyChange> links, long now) {
    var all = new ArrayList<>(keys.keys());
    all.removeIf(k -> k.id().equals(has.id()));
    var changed = new ArrayList<StoredKey>();
    changed.add(has.replaced(now));
    for (var link : links) {
      var id = AgentKeys.id(link.newPubkey());
      changed.add(StoredKey.fresh(id, keys.agent(), link.newPubkey(), now).replaced(now));
    }
    var last = links.getLast().newPubkey();
    changed.set(links.size(), StoredKey.fresh(AgentKeys.id(last), keys.agent(), last, now));
    all.addAll(changed);
    keys = new AgentKeys(keys.agent(), all);
    var effects = new ArrayList<Effect>();
    effects.add(changed(session, keys));
    // A session that uses one of these keys as an agent of its own must not go on with it.
    for (var key : changed.subList(1, changed.size())) {
      effects.add(changed(session, new AgentKeys(key.id(), List.of(key))));
    }
    return stored(changed, event("key.rotated", has.id() + " to " + AgentKeys.id(last)), effects);
  }

  private Step revoke(SessionId session, Revocation certificate) {
    long now = clock.wallMillis();
    var id = AgentKeys.id(certificate.pubkey());
    var key = keys.find(id).or(() -> first(certificate.pubkey(), now));
    if (key.isEmpty() || !key.get().agent().equals(keys.agent())) {
      return Step.answer(new ChatAnswer.Refused(ErrorCode.AGENT_NOT_FOUND, "No agent " + id));
    }
    if (key.get().wasRevoked()) return already();
    var revoked = key.get().revoked(now, certificate.reason());
    var all = new ArrayList<>(keys.keys());
    all.replaceAll(k -> k.id().equals(id) ? revoked : k);
    if (all.isEmpty()) all.add(revoked);
    keys = new AgentKeys(keys.agent(), all);
    return stored(List.of(revoked), event("key.revoked", id), List.of(changed(session, keys)));
  }

  private Step withdraw(KeyCommand.Withdraw order) {
    var request = order.request();
    var answer = request.answered(order.result());
    var failed = request.refused(ErrorCode.STORE_UNAVAILABLE, Messages.UNAVAILABLE);
    var key = keys.find(keys.agent()).or(() -> first(order.pubkey(), clock.wallMillis()));
    if (key.isEmpty() || key.get().wasRevoked()) {
      return Step.of(Unit.bestEffort(List.of(), List.of(answer), failed));
    }
    var revoked = key.get().revoked(clock.wallMillis(), "by an administrator");
    keys = new AgentKeys(keys.agent(), List.of(revoked));
    var writes = List.of(new SaveKey(revoked), event("key.revoked", revoked.id()));
    return Step.of(Unit.required(writes, List.of(changed(asker(request), keys), answer), failed));
  }

  private static SessionId asker(AdminRequest request) {
    return request.replyTo() instanceof ReplyTo.OfSession(var session)
        ? session
        : new SessionId("", 0);
  }

  /**
   * Returns the effect that tells the agent's cell its new keys; {@code session} asked for the
   * change.
   */
  private static Effect changed(SessionId session, AgentKeys keys) {
    return new Tell(Cells.agent(keys.agent()), new KeysChanged(session, keys));
  }

  /**
   * Answers after the earlier change is settled. That change may not be durable yet, and it may be
   * refused.
   */
  private static Step already() {
    return Step.answer(new ChatAnswer.Done(), Unit.barrier(List.of()));
  }

  private static Step stored(List<StoredKey> changed, Write event, List<? extends Effect> effects) {
    var writes = new ArrayList<Write>();
    for (var key : changed) writes.add(new SaveKey(key));
    writes.add(event);
    return Step.answer(new ChatAnswer.Done(), Unit.required(writes, effects, List.of()));
  }

  /**
   * Returns the key as the agent's first, if no key of the agent is stored and this one gives the
   * agent's id.
   */
  private Optional<StoredKey> first(String pubkey, long now) {
    return keys.keys().isEmpty() && AgentKeys.id(pubkey).equals(keys.agent())
        ? Optional.of(StoredKey.fresh(keys.agent(), keys.agent(), pubkey, now))
        : Optional.empty();
  }

  /** Returns the changes of the chain after this key; empty if the key is not in the chain. */
  private static List<KeyChange> after(List<KeyChange> chain, String keyId) {
    for (int i = 0; i < chain.size(); i++) {
      if (AgentKeys.id(chain.get(i).oldPubkey()).equals(keyId)) {
        return chain.subList(i, chain.size());
      }
    }
    return List.of();
  }

  /**
   * True if the agent had this key before, also if its PEM text differs. A replaced key cannot come
   * back.
   */
  private boolean hadBefore(KeyChange link) {
    var wanted = PublicKey.parse(link.newPubkey());
    return keys.keys().stream()
        .flatMap(k -> PublicKey.parse(k.pubkey()).stream())
        .anyMatch(k -> wanted.filter(k::isSameKey).isPresent());
  }

  private Step refuse(String keyId, String reason) {
    return Step.answer(new ChatAnswer.Refused(ErrorCode.NOT_ALLOWED, reason), noted(keyId, reason));
  }

  private Unit noted(String keyId, String reason) {
    return Unit.bestEffort(List.of(event("key.refused", keyId + ": " + reason)), List.<Effect>of());
  }

  private Write event(String kind, String detail) {
    return new AppendEvent(clock.wallMillis(), kind, keys.agent(), null, detail);
  }
}

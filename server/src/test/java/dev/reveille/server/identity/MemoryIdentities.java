package dev.reveille.server.identity;

import dev.reveille.protocol.Names;
import dev.reveille.server.store.MemoryTable;
import dev.reveille.server.store.Undo;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** The agents and their keys, in memory. */
public final class MemoryIdentities extends MemoryTable implements AgentReads, KeyReads {
  private static final long DAY = 86_400_000;

  private final Map<String, StoredAgent> agents = new TreeMap<>();
  private final Map<String, StoredKey> keys = new LinkedHashMap<>();

  public MemoryIdentities() {
    write(SaveAgent.class, (write, undo) -> save(write.agent(), undo));
    write(SaveKey.class, (write, undo) -> save(write.key(), undo));
    reads(AgentReads.class, this);
    reads(KeyReads.class, this);
  }

  private void save(StoredAgent a, Undo undo) {
    var key = keys.get(a.id());
    if (key != null && !key.agent().equals(a.id())) return;
    undo.change(
        agents,
        a.id(),
        a,
        old -> new StoredAgent(a.id(), a.name(), old.pubkey(), old.firstSeen(), a.lastSeen()));
  }

  private void save(StoredKey k, Undo undo) throws Contradiction {
    var _ = nextId();
    var known = keys.get(k.id());
    boolean taken =
        known == null
            ? agents.containsKey(k.id()) && !k.id().equals(k.agent())
            : !known.agent().equals(k.agent());
    if (taken) throw new Contradiction(k.id() + " is another agent's key");
    undo.change(
        keys,
        k.id(),
        k,
        old ->
            new StoredKey(
                old.id(),
                old.agent(),
                old.pubkey(),
                old.since(),
                old.until() == null ? k.until() : old.until(),
                old.revoked() == null ? k.revoked() : old.revoked(),
                old.reason() == null ? k.reason() : old.reason()));
  }

  @Override
  public Optional<StoredAgent> agent(String id) {
    read();
    return Optional.ofNullable(agents.get(id));
  }

  @Override
  public long agentsWithKey() {
    read();
    return agents.values().stream().filter(a -> a.pubkey() != null).count();
  }

  @Override
  public List<StoredAgent> lastSeen(int limit) {
    read();
    return agents.values().stream()
        .sorted(
            Comparator.comparingLong(StoredAgent::lastSeen)
                .thenComparing(StoredAgent::id)
                .reversed())
        .limit(Math.max(0, limit))
        .toList();
  }

  @Override
  public List<StoredAgent> lastSeenAs(String name, int limit) {
    read();
    return agents.values().stream()
        .filter(a -> a.name().equals(name) && a.pubkey() != null)
        .limit(Math.max(0, limit))
        .toList();
  }

  @Override
  public List<StoredAgent> meantBy(Collection<String> words, int limit) {
    read();
    var found = new ArrayList<StoredAgent>();
    for (var word : words) {
      boolean isId = Names.isKeyId(word);
      agents.values().stream()
          .filter(a -> a.pubkey() != null)
          .filter(a -> isId ? a.id().equals("@" + word) : a.name().equalsIgnoreCase(word))
          .sorted(
              Comparator.comparingLong(StoredAgent::lastSeen)
                  .thenComparing(StoredAgent::id)
                  .reversed())
          .limit(isId ? 1 : Math.max(0, limit))
          .forEach(found::add);
    }
    return found;
  }

  @Override
  public Optional<StoredKey> key(String id) {
    read();
    var key = keys.get(id);
    return key != null ? Optional.of(key) : onlyKey(id);
  }

  @Override
  public List<StoredKey> keys(String agent) {
    read();
    var found =
        new ArrayList<>(
            keys.values().stream()
                .filter(k -> k.agent().equals(agent) || k.id().equals(agent))
                .toList());
    if (!keys.containsKey(agent)) onlyKey(agent).ifPresent(found::addFirst);
    return found;
  }

  private Optional<StoredKey> onlyKey(String id) {
    var agent = agents.get(id);
    return agent == null || agent.pubkey() == null
        ? Optional.empty()
        : Optional.of(StoredKey.fresh(id, id, agent.pubkey(), agent.firstSeen()));
  }

  @Override
  protected Map<String, Long> sizes() {
    return Map.of("agents", (long) agents.size(), "keys", (long) keys.size());
  }

  @Override
  protected boolean hasAgent(String agent) {
    return agents.containsKey(agent);
  }

  @Override
  protected boolean keepsAgent(String agent, long now) {
    return keys.values().stream().anyMatch(k -> k.agent().equals(agent) || k.id().equals(agent));
  }

  @Override
  protected long removeAbsent(
      long oldest,
      long now,
      Predicate<String> isPresent,
      Predicate<String> isKept,
      Consumer<String> forget) {
    agents.replaceAll((_, a) -> a.lastSeen() > now + DAY ? seen(a, now) : a);
    agents.replaceAll(
        (id, a) ->
            isPresent.test(id) && a.lastSeen() < now - (now - oldest) / 10 ? seen(a, now) : a);
    long gone = 0;
    for (var agent : List.copyOf(agents.values())) {
      var id = agent.id();
      if (agent.lastSeen() >= oldest || isPresent.test(id) || isKept.test(id)) continue;
      agents.remove(id);
      forget.accept(id);
      gone++;
    }
    return gone;
  }

  private static StoredAgent seen(StoredAgent a, long now) {
    return new StoredAgent(a.id(), a.name(), a.pubkey(), a.firstSeen(), now);
  }
}

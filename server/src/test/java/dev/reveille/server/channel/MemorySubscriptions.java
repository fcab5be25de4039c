package dev.reveille.server.channel;

import dev.reveille.server.store.MemoryTable;
import dev.reveille.server.store.Undo;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The filters and mutes of agents, in memory. */
public final class MemorySubscriptions extends MemoryTable implements SubscriptionReads {
  private record Heard(String filter, boolean notices) {}

  private final Map<String, Map<String, Heard>> subscriptions = new HashMap<>();
  private final Map<String, Set<String>> mutes = new HashMap<>();

  public MemorySubscriptions() {
    write(
        SetSubscription.class,
        (write, undo) ->
            undo.set(
                subscriptions.computeIfAbsent(write.agent(), _ -> new TreeMap<>()),
                write.channel(),
                write.isEmpty()
                    ? null
                    : new Heard(write.filter() == null ? "" : write.filter(), write.notices())));
    write(SetMute.class, this::mute);
    reads(SubscriptionReads.class, this);
  }

  private void mute(SetMute write, Undo undo) {
    var muted = mutes.computeIfAbsent(write.agent(), _ -> new TreeSet<>());
    if (write.on()) {
      if (muted.add(write.muted())) undo.add(() -> muted.remove(write.muted()));
    } else if (muted.remove(write.muted())) {
      undo.add(() -> muted.add(write.muted()));
    }
  }

  @Override
  public StoredFilters filters(String agent) {
    read();
    return new StoredFilters(
        subscriptions.getOrDefault(agent, Map.of()).entrySet().stream()
            .map(
                e ->
                    new SubscriptionReads.Subscription(
                        e.getKey(), e.getValue().filter(), e.getValue().notices()))
            .toList(),
        muted(agent));
  }

  @Override
  public List<String> muted(String agent) {
    read();
    return List.copyOf(mutes.getOrDefault(agent, Set.of()));
  }

  @Override
  protected Map<String, Long> sizes() {
    return Map.of(
        "subscriptions",
        subscriptions.values().stream().mapToLong(Map::size).sum(),
        "mutes",
        mutes.values().stream().mapToLong(Set::size).sum());
  }

  @Override
  protected void forgetAgent(String agent) {
    subscriptions.remove(agent);
    mutes.remove(agent);
  }

  @Override
  protected void forgetChannel(String channel, Undo undo) {
    for (var each : subscriptions.values()) undo.remove(each, channel);
  }
}

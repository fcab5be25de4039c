package dev.reveille.server.alert;

import dev.reveille.server.store.MemoryTable;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Alerts and the presence of people, in memory. */
public final class MemoryAlerts extends MemoryTable implements AlertReads {
  private static final String WHO = "administrator";
  private final TreeMap<String, StoredAlert> alerts = new TreeMap<>();
  private final TreeMap<String, Long> seen = new TreeMap<>();
  private final TreeMap<String, Long> aside = new TreeMap<>();

  public MemoryAlerts() {
    write(SaveAlert.class, (write, undo) -> undo.set(alerts, write.alert().key(), write.alert()));
    write(SavePersonSeen.class, (write, undo) -> undo.set(seen, WHO, write.at()));
    write(SaveAside.class, (write, undo) -> undo.set(aside, write.need(), write.until()));
    reads(AlertReads.class, this);
  }

  @Override
  public List<StoredAlert> alerts(int limit) {
    read();
    return alerts.values().stream()
        .sorted(
            Comparator.comparingLong(StoredAlert::at).reversed().thenComparing(StoredAlert::key))
        .limit(limit)
        .toList();
  }

  @Override
  public long personSeen() {
    read();
    return seen.getOrDefault(WHO, 0L);
  }

  @Override
  public Set<String> aside(long wallMillis) {
    read();
    return aside.entrySet().stream()
        .filter(each -> each.getValue() > wallMillis)
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }

  @Override
  protected long removeOldRows(long now) {
    long before = (long) alerts.size() + aside.size();
    aside.values().removeIf(until -> until < now - AlertTable.KEPT.toMillis());
    alerts.values().removeIf(each -> each.at() < now - AlertTable.KEPT.toMillis());
    return before - alerts.size() - aside.size();
  }

  @Override
  protected Map<String, Long> sizes() {
    return Map.of(
        "alerts",
        (long) alerts.size(),
        "people_seen",
        (long) seen.size(),
        "needs_aside",
        (long) aside.size());
  }
}

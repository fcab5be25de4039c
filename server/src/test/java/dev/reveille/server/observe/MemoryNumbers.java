package dev.reveille.server.observe;

import dev.reveille.server.store.MemoryTable;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** The numbers, in memory. */
public final class MemoryNumbers extends MemoryTable implements NumbersReads {
  private final TreeMap<Long, StoredNumbers> minutes = new TreeMap<>();
  private final TreeMap<Long, StoredNumbers> hours = new TreeMap<>();

  public MemoryNumbers() {
    write(
        SaveMinute.class,
        (write, undo) -> undo.set(minutes, write.numbers().at(), write.numbers()));
    write(SaveHour.class, (write, undo) -> undo.set(hours, write.numbers().at(), write.numbers()));
    reads(NumbersReads.class, this);
  }

  @Override
  public List<StoredNumbers> minutes(long from, long to, int limit) {
    read();
    return minutes.subMap(from, to).values().stream().limit(limit).toList();
  }

  @Override
  public List<StoredNumbers> hours(long from, long to, int limit) {
    read();
    return hours.subMap(from, to).values().stream().limit(limit).toList();
  }

  @Override
  public Optional<StoredNumbers> newestMinute() {
    read();
    return Optional.ofNullable(minutes.lastEntry()).map(Map.Entry::getValue);
  }

  @Override
  public Optional<StoredNumbers> newestHour() {
    read();
    return Optional.ofNullable(hours.lastEntry()).map(Map.Entry::getValue);
  }

  @Override
  protected Map<String, Long> sizes() {
    return Map.of(
        "numbers_by_minute", (long) minutes.size(), "numbers_by_hour", (long) hours.size());
  }

  @Override
  protected long removeOldRows(long now) {
    return removeOld(minutes, now, NumbersTable.MINUTES_KEPT)
        + removeOld(hours, now, NumbersTable.HOURS_KEPT);
  }

  private static long removeOld(SortedMap<Long, StoredNumbers> slots, long now, Duration age) {
    var old = slots.headMap(now - age.toMillis());
    long count = old.size();
    old.clear();
    return count;
  }
}

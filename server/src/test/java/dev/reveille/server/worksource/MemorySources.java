package dev.reveille.server.worksource;

import dev.reveille.server.decision.WakeRules;
import dev.reveille.server.decision.WakeTable;
import dev.reveille.server.store.MemoryTable;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The answers of work sources, and how often they were asked, in memory. */
public final class MemorySources extends MemoryTable implements SourceReads {
  private final TreeMap<String, StoredSource> answers = new TreeMap<>();
  private final TreeMap<String, StoredSourceDay> days = new TreeMap<>();

  public MemorySources() {
    write(
        SaveSource.class,
        (write, undo) ->
            undo.set(
                answers, write.source().source() + " " + write.source().seat(), write.source()));
    write(
        SaveSourceDay.class,
        (write, undo) ->
            undo.set(
                days,
                write.day().source() + " " + write.day().day() + " " + write.day().seat(),
                write.day()));
    reads(SourceReads.class, this);
  }

  @Override
  public List<StoredSource> answers(String source) {
    read();
    return answers.values().stream()
        .filter(each -> each.source().equals(source))
        .sorted(Comparator.comparing(StoredSource::seat))
        .toList();
  }

  @Override
  public List<StoredSourceDay> days(String source, long from) {
    read();
    return days.values().stream()
        .filter(each -> each.source().equals(source) && each.day() >= from)
        .sorted(Comparator.comparingLong(StoredSourceDay::day).thenComparing(StoredSourceDay::seat))
        .toList();
  }

  @Override
  public List<StoredSourceDay> since(long wallMillis) {
    read();
    long from = SourceTable.startOfDay(wallMillis);
    return days.values().stream()
        .filter(each -> each.day() * WakeRules.DAY_MILLIS >= from)
        .sorted(
            Comparator.comparingLong(StoredSourceDay::day)
                .thenComparing(StoredSourceDay::source)
                .thenComparing(StoredSourceDay::seat))
        .toList();
  }

  @Override
  protected void forgetAgent(String agent) {
    answers.values().removeIf(each -> each.seat().equals(agent));
    days.values().removeIf(each -> each.seat().equals(agent));
  }

  @Override
  protected long removeOldRows(long now) {
    long before = days.size();
    long oldest = now - WakeTable.KEPT.toMillis();
    days.values().removeIf(each -> each.day() * WakeRules.DAY_MILLIS < oldest);
    return before - days.size();
  }

  @Override
  protected Map<String, Long> sizes() {
    return Map.of("wake_sources", (long) answers.size(), "wake_source_days", (long) days.size());
  }
}

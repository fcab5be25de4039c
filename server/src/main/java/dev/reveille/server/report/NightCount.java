package dev.reveille.server.report;

import dev.reveille.protocol.JsonText;
import dev.reveille.server.decision.StoredDecision;
import dev.reveille.server.decision.WakeReads;
import dev.reveille.server.decision.WakeReason;
import dev.reveille.server.decision.WakeRules;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Counts decisions for the first page: by reason, and by day. It asks no model. */
final class NightCount {
  static final int DAYS = 7;
  private static final long DAY = WakeRules.DAY_MILLIS;
  private static final int PAGE = 5_000;
  private static final int MOST = 100_000;

  private final long since;
  private final long until;
  private final Map<WakeReason, Long> woken = new EnumMap<>(WakeReason.class);
  private final Map<WakeReason, Long> refused = new EnumMap<>(WakeReason.class);
  private final Map<Long, Day> days = new TreeMap<>();
  private long looks;
  private long wakes;
  private long began;
  private long refusals;
  private boolean complete = true;

  /** The wakes of one UTC day. */
  private static final class Day {
    long wakes;
    long began;
    final List<Long> latencies = new ArrayList<>();
  }

  private NightCount(long since, long until) {
    this.since = since;
    this.until = until;
  }

  /** Counts the decisions of a time, and the wakes of the days before its end. */
  static NightCount of(WakeReads reads, long since, long until) {
    var count = new NightCount(since, until);
    long from = Math.min(since, until - DAYS * DAY);
    int skip = 0;
    while (true) {
      var page = reads.since(from, skip, PAGE);
      page.forEach(count::add);
      skip += page.size();
      if (page.size() < PAGE) return count;
      if (skip < MOST) continue;
      count.complete = false;
      return count;
    }
  }

  private void add(StoredDecision decision) {
    if (decision.firstAt() > until) return;
    if (decision.isYes()) day(decision);
    if (decision.lastAt() < since) return;
    long times = times(decision);
    looks += times;
    if (decision.isYes()) {
      if (decision.firstAt() < since) return;
      wakes++;
      if (isBegun(decision)) began++;
      causes(decision).forEach(reason -> woken.merge(reason, 1L, Long::sum));
      return;
    }
    refusals += times;
    decision.because().stream()
        .filter(reason -> reason.kind() == WakeReason.Kind.OBSTACLE)
        .forEach(reason -> refused.merge(reason, times, Long::sum));
  }

  private static List<WakeReason> causes(StoredDecision decision) {
    return decision.because().stream()
        .filter(reason -> reason.kind() == WakeReason.Kind.CAUSE)
        .toList();
  }

  private static boolean isBegun(StoredDecision decision) {
    var proof = decision.proof();
    return proof != null && proof.isStarted();
  }

  private void day(StoredDecision decision) {
    var day = days.computeIfAbsent(Math.floorDiv(decision.firstAt(), DAY), _ -> new Day());
    day.wakes++;
    var at = decision.proofAt();
    if (!isBegun(decision) || at == null) return;
    day.began++;
    day.latencies.add(Math.max(0, at - decision.firstAt()));
  }

  /** Returns how many of a row's looks are in the time, by their part of the row's time. */
  private long times(StoredDecision decision) {
    long from = Math.max(decision.firstAt(), since);
    long to = Math.min(decision.lastAt(), until);
    long whole = decision.lastAt() - decision.firstAt();
    if (whole <= 0 || to - from >= whole) return decision.times();
    return Math.max(1, Math.round((double) decision.times() * Math.max(0, to - from) / whole));
  }

  boolean isQuiet() {
    return wakes == 0;
  }

  /** Adds the counts. */
  void addTo(JsonText json) {
    json.field("looks", looks)
        .field("wakes", wakes)
        .field("began", began)
        .field("refusals", refusals)
        .field("complete", complete)
        .rawList("woken", rows(woken))
        .rawList("refused", rows(refused))
        .rawList(
            "days",
            days.entrySet().stream().map(each -> row(each.getKey(), each.getValue())).toList());
  }

  private static List<byte[]> rows(Map<WakeReason, Long> counts) {
    return counts.entrySet().stream()
        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
        .map(
            each ->
                new JsonText(96)
                    .field("name", each.getKey().name())
                    .field("words", each.getKey().words())
                    .field("count", each.getValue())
                    .bytes())
        .toList();
  }

  private static byte[] row(long number, Day day) {
    var sorted = day.latencies.stream().sorted().toList();
    return new JsonText(96)
        .field("from", number * DAY)
        .field("wakes", day.wakes)
        .field("began", day.began)
        .raw("median_ms", sorted.isEmpty() ? "null" : sorted.get(sorted.size() / 2).toString())
        .bytes();
  }
}

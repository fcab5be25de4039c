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

/** Counts the decisions of all seats by reason, and the wakes of the last days. */
final class NightCount {
  private static final int DAYS = 7;
  private static final long DAY = WakeRules.DAY_MILLIS;

  /** The wakes of so many days are looked at; of more, the newest. */
  private static final int MOST_WAKES = 50_000;

  private final long since;
  private final Map<WakeReason, Long> woken = new EnumMap<>(WakeReason.class);
  private final Map<WakeReason, Long> refused = new EnumMap<>(WakeReason.class);
  private final Map<Long, Day> days = new TreeMap<>();
  private long looks;
  private long wakes;
  private long began;
  private long refusals;

  /** The wakes of one UTC day. */
  private static final class Day {
    long wakes;
    long began;
    final List<Long> latencies = new ArrayList<>();
  }

  NightCount(long since) {
    this.since = since;
  }

  /**
   * Adds a row of the ledger.
   *
   * @param because its reasons, as they were read once
   * @param times how many of its looks are in the time
   */
  void add(StoredDecision decision, List<WakeReason> because, long times) {
    looks += times;
    if (decision.isYes()) {
      if (decision.firstAt() < since) return;
      wakes++;
      if (isBegun(decision)) began++;
      count(because, WakeReason.Kind.CAUSE, woken, 1);
      return;
    }
    refusals += times;
    count(because, WakeReason.Kind.OBSTACLE, refused, times);
  }

  private static void count(
      List<WakeReason> because, WakeReason.Kind kind, Map<WakeReason, Long> into, long times) {
    for (var reason : because) {
      if (reason.kind() == kind) into.merge(reason, times, Long::sum);
    }
  }

  private static boolean isBegun(StoredDecision decision) {
    var proof = decision.proof();
    return proof != null && proof.isStarted();
  }

  /** Adds the wakes of the seven UTC days up to this time. */
  void addDays(WakeReads reads, long until) {
    for (var wake : reads.sent(until - DAYS * DAY, until, MOST_WAKES)) {
      var day = days.computeIfAbsent(Math.floorDiv(wake.firstAt(), DAY), _ -> new Day());
      day.wakes++;
      if (!isBegun(wake)) continue;
      day.began++;
      long latency = SeatLedger.latency(wake);
      if (latency >= 0) day.latencies.add(latency);
    }
  }

  boolean isQuiet() {
    return wakes == 0;
  }

  long wakes() {
    return wakes;
  }

  long began() {
    return began;
  }

  /** Adds the counts. */
  void addTo(JsonText json) {
    json.field("looks", looks)
        .field("wakes", wakes)
        .field("began", began)
        .field("refusals", refusals)
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

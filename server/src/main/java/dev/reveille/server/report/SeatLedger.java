package dev.reveille.server.report;

import dev.reveille.server.decision.StoredDecision;
import dev.reveille.server.decision.WakeProof;
import dev.reveille.server.decision.WakeReason;
import dev.reveille.server.decision.WakeRules;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Sums up the ledger of one seat in a time. */
final class SeatLedger {
  /** Missed wakes of more sorts are only counted. */
  private static final int MOST_MISSED = 20;

  long looks;
  long missedElse;
  final Map<WakeProof, Long> wakes = new EnumMap<>(WakeProof.class);
  final Map<WakeReason, Long> causes = new EnumMap<>(WakeReason.class);
  final Map<WakeReason, Long> skipped = new EnumMap<>(WakeReason.class);
  final List<Long> recovery = new ArrayList<>();
  final TreeMap<Long, Day> days = new TreeMap<>();
  @Nullable StoredDecision lastWake;
  long abandonedAt;
  NightCost cost = NightCost.NONE;

  private final Map<String, MissedWake> missed = new LinkedHashMap<>();
  private final long since;
  private final long until;

  /** One UTC day of a seat. */
  static final class Day {
    long looks;
    long wakes;
    long began;
    long missed;
  }

  SeatLedger(long since, long until) {
    this.since = since;
    this.until = until;
  }

  List<MissedWake> missed() {
    return List.copyOf(missed.values());
  }

  private Day day(long at) {
    return days.computeIfAbsent(Math.floorDiv(at, WakeRules.DAY_MILLIS), _ -> new Day());
  }

  /**
   * Adds a row; returns how many of its looks are in the time.
   *
   * @param because its reasons, as they were read once
   */
  long add(StoredDecision decision, List<WakeReason> because) {
    long times = timesBetween(decision, since, until);
    looks += times;
    cost = cost.plus(decision, times);
    if (decision.isYes()) wake(decision, because);
    else refusal(decision, because, times);
    return times;
  }

  private void wake(StoredDecision decision, List<WakeReason> because) {
    var day = day(decision.firstAt());
    day.looks += decision.times();
    // A wake from before the time whose proof came in it is no wake of this time.
    if (decision.firstAt() < since) return;
    day.wakes++;
    var proof = decision.proof() == null ? WakeProof.STORED : decision.proof();
    wakes.merge(proof, 1L, Long::sum);
    of(because, WakeReason.Kind.CAUSE).forEach(reason -> causes.merge(reason, 1L, Long::sum));
    lastWake = decision;
    if (proof == WakeProof.ABANDONED) abandonedAt = decision.firstAt();
    else if (proof.isStarted()) abandonedAt = 0;
    if (!proof.isStarted()) return;
    day.began++;
    long latency = latency(decision);
    if (latency >= 0) recovery.add(latency);
  }

  /** Returns the time from a decision to its turn; -1 if it is not known. */
  static long latency(StoredDecision decision) {
    long started = decision.reached().started();
    if (started != 0) return Math.max(0, started - decision.firstAt());
    // Rows of earlier versions have no times of the levels between.
    var proofAt = decision.proofAt();
    return proofAt == null ? -1 : Math.max(0, proofAt - decision.firstAt());
  }

  private void refusal(StoredDecision decision, List<WakeReason> because, long times) {
    var obstacles = of(because, WakeReason.Kind.OBSTACLE);
    for (var reason : obstacles) skipped.merge(reason, times, Long::sum);
    var wanted = of(because, WakeReason.Kind.CAUSE);
    boolean isMissed = !wanted.isEmpty() && !obstacles.isEmpty();
    if (isMissed) miss(decision, wanted, obstacles, times);
    long from = Math.max(decision.firstAt(), since);
    long to = Math.min(decision.lastAt(), until);
    for (long at = from; at <= to; at = nextDay(at)) {
      long end = Math.min(to, nextDay(at) - 1);
      long part = timesBetween(decision, at, end);
      var day = day(at);
      day.looks += part;
      if (isMissed) day.missed += part;
    }
  }

  private static long nextDay(long at) {
    return (Math.floorDiv(at, WakeRules.DAY_MILLIS) + 1) * WakeRules.DAY_MILLIS;
  }

  private void miss(
      StoredDecision decision, List<WakeReason> wanted, List<WakeReason> held, long times) {
    var key = decision.reasons();
    var old = missed.get(key);
    if (old == null && missed.size() >= MOST_MISSED) {
      missedElse += times;
      return;
    }
    long from = Math.max(decision.firstAt(), since);
    long to = Math.min(decision.lastAt(), until);
    missed.put(
        key,
        old == null
            ? new MissedWake(wanted, held, from, to, times)
            : new MissedWake(
                wanted,
                held,
                Math.min(old.from(), from),
                Math.max(old.to(), to),
                old.times() + times));
  }

  private static List<WakeReason> of(List<WakeReason> because, WakeReason.Kind kind) {
    return because.stream().filter(reason -> reason.kind() == kind).toList();
  }

  /** Returns how many of a row's looks are in a time, by their part of the row's time. */
  static long timesBetween(StoredDecision decision, long since, long until) {
    long from = Math.max(decision.firstAt(), since);
    long to = Math.min(decision.lastAt(), until);
    long whole = decision.lastAt() - decision.firstAt();
    if (whole <= 0 || to - from >= whole) return decision.times();
    return Math.max(1, Math.round((double) decision.times() * Math.max(0, to - from) / whole));
  }
}

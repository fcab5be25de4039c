package dev.reveille.server.report;

import dev.reveille.server.decision.Reading;
import dev.reveille.server.decision.StoredDecision;
import dev.reveille.server.decision.StoredGate;
import dev.reveille.server.decision.WakeExplanation;
import dev.reveille.server.decision.WakeProof;
import dev.reveille.server.decision.WakeReads;
import dev.reveille.server.decision.WakeReason;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The report of a night: what was done to each seat, what was not done and why, and what a person
 * must look at. It is made from the ledger and the seats; it asks no model.
 *
 * @param since the begin of the time that it covers
 * @param complete false if there were more decisions than it looked at
 */
public record MorningReport(
    long since,
    long until,
    List<SeatNight> seats,
    List<NeedsPerson> needs,
    StoredGate gate,
    NightCost cost,
    boolean complete) {

  public MorningReport {
    seats = List.copyOf(seats);
    needs = List.copyOf(needs);
  }

  /**
   * One seat's night.
   *
   * @param state as it is now; null if there is no such seat any more
   * @param looks how often the pulse or an event asked; looks of a row that began before the night
   *     are counted by their part of its time
   * @param wakes how many wakes were sent, by how far they came
   * @param skipped how often a wake was not sent, by reason
   * @param why the last wake in words; empty if there was none
   * @param recovery the milliseconds from a decision to a turn, for each that began
   * @param unread mail that waits now
   */
  public record SeatNight(
      String seat,
      @Nullable String state,
      long looks,
      Map<WakeProof, Long> wakes,
      Map<WakeReason, Long> skipped,
      String why,
      List<Long> recovery,
      Reading unread,
      Reading tokens) {
    public SeatNight {
      wakes = Map.copyOf(wakes);
      skipped = Map.copyOf(skipped);
      recovery = List.copyOf(recovery);
    }

    long sent() {
      return wakes.values().stream().mapToLong(Long::longValue).sum();
    }
  }

  private static final int PAGE = 500;
  private static final int MOST = 100_000;

  /** Collects one seat. */
  private static final class Night {
    long looks;
    final Map<WakeProof, Long> wakes = new EnumMap<>(WakeProof.class);
    final Map<WakeReason, Long> skipped = new EnumMap<>(WakeReason.class);
    String why = "";
    final List<Long> recovery = new ArrayList<>();
    long abandonedAt;
    NightCost cost = NightCost.NONE;
  }

  /** Makes the report. May read the store for a while. */
  public static MorningReport make(WakeReads reads, NightSeats seats, long since, long until) {
    var nights = new TreeMap<String, Night>();
    int skip = 0;
    boolean complete = true;
    while (true) {
      var page = reads.since(since, skip, PAGE);
      for (var decision : page) {
        add(nights.computeIfAbsent(decision.seat(), _ -> new Night()), decision, since);
      }
      skip += page.size();
      if (page.size() < PAGE) break;
      if (skip >= MOST) {
        complete = false;
        break;
      }
    }
    var all = new ArrayList<SeatNight>();
    var needs = new ArrayList<NeedsPerson>(seats.needs());
    nights.forEach(
        (seat, night) -> {
          all.add(
              new SeatNight(
                  seat,
                  seats.state(seat),
                  night.looks,
                  night.wakes,
                  night.skipped,
                  night.why,
                  night.recovery,
                  seats.unread(seat),
                  seats.tokens(seat, since)));
          if (night.abandonedAt > 0 && needs.stream().noneMatch(need -> isNoAnswer(need, seat))) {
            needs.add(
                new NeedsPerson(
                    NeedsPerson.Kind.NO_ANSWER,
                    seat,
                    night.abandonedAt,
                    seat + ": nothing was heard of it after a wake"));
          }
        });
    var gate = reads.gate();
    NeedsPerson.of(gate).ifPresent(needs::add);
    var cost = NightCost.NONE;
    for (var night : nights.values()) cost = cost.plus(night.cost);
    cost = cost.with(seats.sourceDays(since), seats.starts(since, until));
    needs.sort(Comparator.comparingLong(NeedsPerson::since));
    return new MorningReport(since, until, all, needs, gate, cost, complete);
  }

  private static boolean isNoAnswer(NeedsPerson need, String seat) {
    return need.kind() == NeedsPerson.Kind.NO_ANSWER && need.subject().equals(seat);
  }

  private static void add(Night night, StoredDecision decision, long since) {
    long times = timesSince(decision, since);
    night.looks += times;
    night.cost = night.cost.plus(decision, times);
    var proof = decision.proof();
    if (!decision.isYes() || proof == null) {
      for (var reason : decision.because()) {
        if (reason.kind() == WakeReason.Kind.OBSTACLE) {
          night.skipped.merge(reason, times, Long::sum);
        }
      }
      return;
    }
    night.wakes.merge(proof, 1L, Long::sum);
    night.why = WakeExplanation.text(decision).lines().findFirst().orElse("");
    var proofAt = decision.proofAt();
    if (proof == WakeProof.ABANDONED) night.abandonedAt = decision.firstAt();
    else if (proof.isStarted()) night.abandonedAt = 0;
    if (proofAt != null && proof.isStarted()) {
      night.recovery.add(Math.max(0, proofAt - decision.firstAt()));
    }
  }

  /** Returns how many of a row's looks were since then, by their part of its time. */
  private static long timesSince(StoredDecision decision, long since) {
    if (decision.firstAt() >= since || decision.lastAt() <= decision.firstAt()) {
      return decision.times();
    }
    double part = (double) (decision.lastAt() - since) / (decision.lastAt() - decision.firstAt());
    return Math.max(1, Math.round(decision.times() * part));
  }
}

package dev.reveille.server.report;

import dev.reveille.server.decision.StoredGate;
import dev.reveille.server.decision.WakeExplanation;
import dev.reveille.server.decision.WakeReads;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The report of a night: what was done to each seat, what was not done and why, which tasks ended,
 * which guards tripped, what it cost, and what a person must look at. It is made from the store; it
 * asks no model.
 *
 * @param since the begin of the time that it covers
 * @param use the sum over the seats; unknown if it is unknown for one of them
 * @param complete false if there were more decisions than it looked at
 */
public record MorningReport(
    long since,
    long until,
    List<SeatNight> seats,
    List<NeedsPerson> needs,
    NightTasks tasks,
    NightGuards guards,
    StoredGate gate,
    NightCount count,
    NightCost cost,
    NightUse use,
    boolean complete) {

  public MorningReport {
    seats = List.copyOf(seats);
    needs = List.copyOf(needs);
  }

  /** Makes the report. May read the store for a while. */
  public static MorningReport make(WakeReads reads, NightSeats night, long since, long until) {
    var ledger = NightLedger.read(reads, since, until);
    var seats = new ArrayList<SeatNight>();
    var needs = new ArrayList<NeedsPerson>(night.needs());
    var cost = NightCost.NONE;
    var use = NightUse.ZERO;
    for (var entry : ledger.seats().entrySet()) {
      var id = entry.getKey();
      var own = entry.getValue();
      var seat = seat(id, own, night, since, until);
      seats.add(seat);
      cost = cost.plus(own.cost);
      use = use.plus(seat.use());
      if (own.abandonedAt > 0 && needs.stream().noneMatch(need -> isNoAnswer(need, id))) {
        needs.add(
            new NeedsPerson(
                NeedsPerson.Kind.NO_ANSWER,
                id,
                own.abandonedAt,
                id + ": nothing was heard of it after a wake"));
      }
    }
    var gate = reads.gate();
    NeedsPerson.of(gate).ifPresent(needs::add);
    needs.sort(Comparator.comparingLong(NeedsPerson::since));
    return new MorningReport(
        since,
        until,
        seats,
        needs,
        night.tasks(since, until),
        night.guards(since, until),
        gate,
        ledger.count(),
        cost.with(night.sourceDays(since), night.starts(since, until)),
        use,
        ledger.complete());
  }

  private static SeatNight seat(
      String id, SeatLedger own, NightSeats night, long since, long until) {
    var sessions = night.sessions(id);
    var use = night.use(sessions, since, until);
    var last = own.lastWake;
    return new SeatNight(
        id,
        night.name(id),
        night.state(id),
        own.looks,
        own.wakes,
        own.causes,
        own.skipped,
        own.missed(),
        own.missedElse,
        last == null ? "" : WakeExplanation.text(last).lines().findFirst().orElse(""),
        own.recovery,
        SeatNight.ended(sessions, since, until),
        night.unread(id),
        use,
        SeatNight.days(own, use));
  }

  private static boolean isNoAnswer(NeedsPerson need, String seat) {
    return need.kind() == NeedsPerson.Kind.NO_ANSWER && need.subject().equals(seat);
  }
}

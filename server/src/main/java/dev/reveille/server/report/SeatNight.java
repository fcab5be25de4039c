package dev.reveille.server.report;

import dev.reveille.protocol.SessionEnding;
import dev.reveille.server.decision.Reading;
import dev.reveille.server.decision.WakeProof;
import dev.reveille.server.decision.WakeReason;
import dev.reveille.server.seat.SeatSession;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * One seat's night.
 *
 * @param name of its agent
 * @param state as it is now; null if there is no such seat any more
 * @param looks how often the pulse or an event asked; looks of a row that began before the night
 *     are counted by their part of its time
 * @param wakes how many wakes were sent, by how far they came
 * @param causes why they were sent; a wake can have several causes
 * @param skipped how often a wake was not sent, by reason
 * @param missed the looks that had a reason to wake it and one not to
 * @param missedElse looks of the same sort that are only counted
 * @param why the last wake in words; empty if there was none
 * @param recovery the milliseconds from a decision to a turn, for each that began
 * @param ended its sessions that ended in the night
 * @param unread mail that waits now
 * @param days one for each UTC day on which something happened, in order
 */
public record SeatNight(
    String seat,
    String name,
    @Nullable String state,
    long looks,
    Map<WakeProof, Long> wakes,
    Map<WakeReason, Long> causes,
    Map<WakeReason, Long> skipped,
    List<MissedWake> missed,
    long missedElse,
    String why,
    List<Long> recovery,
    List<EndedSession> ended,
    Reading unread,
    NightUse use,
    List<Day> days) {

  /** The end of one session. */
  record EndedSession(String session, long at, SessionEnding how) {}

  /**
   * One UTC day of a seat.
   *
   * @param number of the day since 1970
   * @param missed looks that had a reason to wake it and one not to
   */
  record Day(
      long number,
      long looks,
      long wakes,
      long began,
      long missed,
      Reading tokens,
      Reading microDollars) {}

  public SeatNight {
    wakes = Map.copyOf(wakes);
    causes = Map.copyOf(causes);
    skipped = Map.copyOf(skipped);
    missed = List.copyOf(missed);
    recovery = List.copyOf(recovery);
    ended = List.copyOf(ended);
    days = List.copyOf(days);
  }

  /** Returns how many wakes were sent. */
  public long sent() {
    return wakes.values().stream().mapToLong(Long::longValue).sum();
  }

  long missedLooks() {
    return missedElse + missed.stream().mapToLong(MissedWake::times).sum();
  }

  static List<EndedSession> ended(List<SeatSession> sessions, long since, long until) {
    var all = new ArrayList<EndedSession>();
    for (var session : sessions.reversed()) {
      var at = session.endedAt();
      var how = session.ending();
      if (at == null || how == null || at < since || at > until) continue;
      all.add(new EndedSession(session.id(), at, how));
    }
    return all;
  }

  static List<Day> days(SeatLedger ledger, NightUse use) {
    var numbers = new TreeSet<>(ledger.days.keySet());
    numbers.addAll(use.days().keySet());
    var none = new SeatLedger.Day();
    return numbers.stream()
        .map(
            number -> {
              var day = ledger.days.getOrDefault(number, none);
              var used = use.days().getOrDefault(number, NightUse.DayUse.ZERO);
              return new Day(
                  number,
                  day.looks,
                  day.wakes,
                  day.began,
                  day.missed,
                  used.tokens(),
                  used.microDollars());
            })
        .toList();
  }
}

package dev.reveille.server.report;

import dev.reveille.protocol.JsonText;
import dev.reveille.server.decision.Reading;
import dev.reveille.server.decision.WakeRules;
import dev.reveille.server.seat.SeatSession;
import dev.reveille.server.seat.SeatUseReads;
import dev.reveille.server.seat.StoredUse;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The tokens and the money that sessions used in a time, in all and by UTC day. A session that
 * began before the time counts from its last note before it. Without such a note its part is
 * unknown.
 *
 * @param microDollars money in millionths of a dollar
 * @param days by the number of the UTC day; a day without use has no entry
 */
record NightUse(Reading tokens, Reading microDollars, Map<Long, DayUse> days) {
  static final NightUse ZERO = new NightUse(Reading.ZERO, Reading.ZERO, Map.of());

  /** The use of one day. */
  record DayUse(Reading tokens, Reading microDollars) {
    static final DayUse ZERO = new DayUse(Reading.ZERO, Reading.ZERO);

    private DayUse plus(DayUse other) {
      return new DayUse(tokens.plus(other.tokens), microDollars.plus(other.microDollars));
    }
  }

  /** Sums up sessions, as far as they reach into the time. */
  static NightUse of(List<SeatSession> sessions, SeatUseReads reads, long since, long until) {
    var days = new TreeMap<Long, DayUse>();
    for (var session : sessions) {
      var endedAt = session.endedAt();
      if (session.startedAt() > until || (endedAt != null && endedAt < since)) continue;
      add(days, session, reads.use(session.id(), since), since, until);
    }
    var sum = DayUse.ZERO;
    for (var day : days.values()) sum = sum.plus(day);
    return new NightUse(sum.tokens(), sum.microDollars(), days);
  }

  private static void add(
      Map<Long, DayUse> days, SeatSession session, List<StoredUse> notes, long since, long until) {
    // A session that began in the time had used nothing before.
    StoredUse before =
        session.startedAt() >= since
            ? new StoredUse(session.identity(), session.id(), session.startedAt(), 0L, 0L)
            : null;
    boolean any = false;
    for (var note : notes) {
      if (note.at() > until) break;
      any = true;
      if (note.at() > since || before != null) {
        days.merge(
            day(note.at()),
            new DayUse(
                difference(before, note, StoredUse::tokens),
                difference(before, note, StoredUse::microDollars)),
            DayUse::plus);
      }
      before = note;
    }
    if (any) return;
    var unknown = new DayUse(Reading.UNKNOWN, Reading.UNKNOWN);
    days.merge(day(Math.max(since, session.startedAt())), unknown, DayUse::plus);
  }

  private static long day(long at) {
    return Math.floorDiv(at, WakeRules.DAY_MILLIS);
  }

  private static Reading difference(
      @Nullable StoredUse before, StoredUse now, Function<StoredUse, @Nullable Long> number) {
    var from = before == null ? null : number.apply(before);
    var to = number.apply(now);
    return from == null || to == null ? Reading.UNKNOWN : Reading.of(Math.max(0, to - from));
  }

  NightUse plus(NightUse other) {
    return new NightUse(tokens.plus(other.tokens), microDollars.plus(other.microDollars), Map.of());
  }

  /** Returns money as people write it: {@code $1.23}. */
  static String dollars(long microDollars) {
    return String.format(Locale.ROOT, "$%.2f", microDollars / 1e6);
  }

  /** Returns a number as JSON; null if it is unknown. */
  static String json(Reading reading) {
    return reading.known() ? reading.text() : "null";
  }

  static JsonText addTo(JsonText json, Reading tokens, Reading microDollars) {
    return json.raw("tokens", json(tokens)).raw("micro_dollars", json(microDollars));
  }
}

package dev.reveille.server.seat;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.Optional;

/**
 * A part of each day in which a seat is left alone.
 *
 * @param from the first minute of the day that is quiet, 0 to 1439
 * @param to the first minute that is not quiet any more. Below {@code from}: it ends the next day
 * @param zone the name of a time zone, for example {@code Europe/Berlin}
 */
public record QuietHours(int from, int to, String zone) {
  private static final int DAY = 24 * 60;

  /**
   * Returns the quiet hours of a text such as {@code 22:00-07:00 Europe/Berlin}; empty if it is
   * none. A text whose two times are the same is none.
   */
  public static Optional<QuietHours> of(String text) {
    var words = text.strip().split(" +", -1);
    if (words.length != 2) return Optional.empty();
    var times = words[0].split("-", -1);
    if (times.length != 2) return Optional.empty();
    try {
      int from = minute(times[0]);
      int to = minute(times[1]);
      if (from == to) return Optional.empty();
      return Optional.of(new QuietHours(from, to, ZoneId.of(words[1]).getId()));
    } catch (DateTimeException noTime) {
      return Optional.empty();
    }
  }

  private static int minute(String time) {
    return LocalTime.parse(time).toSecondOfDay() / 60;
  }

  /** Returns the text that {@link #of} reads. */
  public String text() {
    return clock(from) + "-" + clock(to) + " " + zone;
  }

  private static String clock(int minute) {
    return "%02d:%02d".formatted(minute / 60, minute % 60);
  }

  /** True if this moment is quiet. */
  public boolean cover(long wallMillis) {
    int now = localMinute(wallMillis);
    return from < to ? now >= from && now < to : now >= from || now < to;
  }

  /** Returns the minute at which the quiet hours that cover this moment are over. */
  public long end(long wallMillis) {
    if (!cover(wallMillis)) return wallMillis;
    var there = Instant.ofEpochMilli(wallMillis).atZone(ZoneId.of(zone));
    var end = there.toLocalDate().atTime(to / 60, to % 60).atZone(there.getZone());
    if (!end.isAfter(there)) {
      end = there.toLocalDate().plusDays(1).atTime(to / 60, to % 60).atZone(there.getZone());
    }
    return end.toInstant().toEpochMilli();
  }

  private int localMinute(long wallMillis) {
    var time = Instant.ofEpochMilli(wallMillis).atZone(ZoneId.of(zone)).toLocalTime();
    return time.toSecondOfDay() / 60 % DAY;
  }
}

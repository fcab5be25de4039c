package dev.reveille.server.observe;

import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.DurationCounts;
import dev.reveille.server.kernel.TimerQueue;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Reads every series once a second and keeps the last five minutes. Adds the seconds of each minute
 * up and hands them over when the minute is past.
 */
public final class Measurements {
  private static final int KEPT = 300;
  private static final long MINUTE_MILLIS = 60_000;
  private static final Duration PACE = Duration.ofSeconds(1);

  /**
   * The measurements of one second.
   *
   * @param number counts from 1 since the start
   * @param at the end of the second, wall time
   * @param values by field, in the order of the series
   */
  public record Second(long number, long at, Map<String, Long> values) {
    public Second {
      values = Collections.unmodifiableMap(values);
    }
  }

  /** Takes the numbers of minutes. */
  public interface Minutes {
    /** Takes the seconds of one minute. Must not block. */
    void past(StoredNumbers minute);
  }

  private final Clock clock;
  private final TimerQueue timers;
  private final List<Series> series;
  private final Minutes minutes;

  /* Guarded by this. */
  private final Deque<Second> seconds = new ArrayDeque<>();
  private final Map<String, Long> totals = new LinkedHashMap<>();
  private long last;
  private boolean over;

  /** The minute that is measured now: when it begins, its seconds so far, and their figures. */
  private long minute;

  private long minuteSeconds;
  private Figures figures = Figures.NONE;

  public Measurements(Clock clock, TimerQueue timers, List<Series> series, Minutes minutes) {
    this.clock = clock;
    this.timers = timers;
    this.series = List.copyOf(series);
    this.minutes = minutes;
  }

  /** Starts to measure once a second. */
  public synchronized void start() {
    for (var each : series) {
      if (each instanceof Series.Rate rate) grown(rate.field(), rate.total());
    }
    again();
  }

  private void again() {
    if (!over) timers.schedule(PACE, this::tick);
  }

  private synchronized void tick() {
    try {
      read();
    } finally {
      again();
    }
  }

  private void read() {
    var sums = new LinkedHashMap<String, Long>();
    var counts = new LinkedHashMap<String, DurationCounts>();
    for (var each : series) {
      switch (each) {
        case Series.Rate rate -> sums.put(rate.field(), grown(rate.field(), rate.total()));
        case Series.Level level -> sums.put(level.field(), level.now().getAsLong());
        case Series.Durations durations ->
            counts.put(durations.times(), durations.recorder().drain());
      }
    }
    var read = new Figures(sums, counts);
    long at = clock.wallMillis();
    seconds.add(new Second(++last, at, values(read)));
    if (seconds.size() > KEPT) seconds.removeFirst();
    add(at, read);
  }

  private Map<String, Long> values(Figures read) {
    var values = new LinkedHashMap<String, Long>();
    read.values(series, 1).forEach((field, value) -> values.put(field, Math.round(value)));
    return values;
  }

  /** A second belongs to the minute in which it began. */
  private void add(long end, Figures read) {
    long begin = Math.floorDiv(end - 1, MINUTE_MILLIS) * MINUTE_MILLIS;
    if (begin != minute) handOver();
    minute = begin;
    minuteSeconds++;
    figures = figures.plus(read);
  }

  private void handOver() {
    if (minuteSeconds == 0) return;
    minutes.past(new StoredNumbers(minute, minuteSeconds, figures.text()));
    minuteSeconds = 0;
    figures = Figures.NONE;
  }

  private long grown(String field, LongSupplier total) {
    long now = total.getAsLong();
    var before = totals.put(field, now);
    return before == null ? 0 : now - before;
  }

  /** Returns the seconds with a greater number, oldest first. */
  public synchronized List<Second> after(long number) {
    return seconds.stream().filter(second -> second.number() > number).toList();
  }

  /** Returns the series that are measured. */
  public List<Series> series() {
    return series;
  }

  /** Stops measuring, and hands over the seconds of the minute so far. */
  public synchronized void stop() {
    over = true;
    handOver();
  }
}

package dev.reveille.server.observe;

import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.TimerQueue;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/** Reads every series once a second and keeps the last five minutes. */
public final class Measurements {
  private static final int KEPT = 300;
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

  private final Clock clock;
  private final TimerQueue timers;
  private final List<Series> series;

  /* Guarded by this. */
  private final Deque<Second> seconds = new ArrayDeque<>();
  private final Map<String, Long> totals = new LinkedHashMap<>();
  private long last;
  private boolean over;

  public Measurements(Clock clock, TimerQueue timers, List<Series> series) {
    this.clock = clock;
    this.timers = timers;
    this.series = List.copyOf(series);
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
    var values = new LinkedHashMap<String, Long>();
    for (var each : series) {
      switch (each) {
        case Series.Rate rate -> values.put(rate.field(), grown(rate.field(), rate.total()));
        case Series.Level level -> values.put(level.field(), level.now().getAsLong());
        case Series.Durations durations -> {
          var noted = durations.recorder().drain();
          values.put(durations.count(), noted.count());
          values.put(durations.p50(), noted.p50());
          values.put(durations.p99(), noted.p99());
        }
      }
    }
    seconds.add(new Second(++last, clock.wallMillis(), values));
    if (seconds.size() > KEPT) seconds.removeFirst();
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

  public synchronized void stop() {
    over = true;
  }
}

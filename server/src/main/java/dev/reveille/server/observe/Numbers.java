package dev.reveille.server.observe;

import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.Recorder;
import dev.reveille.server.kernel.TimerQueue;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.LongSupplier;

/** How busy the server was in each second of the last five minutes. */
public final class Numbers {
  private static final int KEPT = 300;
  private static final Duration PACE = Duration.ofSeconds(1);

  /** What is read each second; counters only grow. */
  public record Sources(
      LongSupplier messages,
      LongSupplier deliveries,
      LongSupplier connected,
      LongSupplier sleeping,
      Recorder lateness,
      Recorder commits) {}

  /**
   * One second.
   *
   * @param number from 1, since the start
   * @param at its end, wall time
   * @param messages accepted in it
   * @param lateness of the callbacks that fired in it
   * @param commits how long they took
   */
  public record Second(
      long number,
      long at,
      long messages,
      long deliveries,
      long connected,
      long sleeping,
      Recorder.Summary lateness,
      Recorder.Summary commits) {}

  private final Clock clock;
  private final TimerQueue timers;
  private final Sources sources;

  /* Guarded by this. */
  private final Deque<Second> seconds = new ArrayDeque<>();
  private long last;
  private long messages;
  private long deliveries;
  private boolean over;

  public Numbers(Clock clock, TimerQueue timers, Sources sources) {
    this.clock = clock;
    this.timers = timers;
    this.sources = sources;
  }

  /** Reads them from now on, once a second. */
  public synchronized void start() {
    messages = sources.messages().getAsLong();
    deliveries = sources.deliveries().getAsLong();
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
    long nowMessages = sources.messages().getAsLong();
    long nowDeliveries = sources.deliveries().getAsLong();
    seconds.add(
        new Second(
            ++last,
            clock.wallMillis(),
            nowMessages - messages,
            nowDeliveries - deliveries,
            sources.connected().getAsLong(),
            sources.sleeping().getAsLong(),
            sources.lateness().drain(),
            sources.commits().drain()));
    if (seconds.size() > KEPT) seconds.removeFirst();
    messages = nowMessages;
    deliveries = nowDeliveries;
  }

  /** Those with a greater number, oldest first. */
  public synchronized List<Second> after(long number) {
    return seconds.stream().filter(second -> second.number() > number).toList();
  }

  public synchronized void stop() {
    over = true;
  }
}

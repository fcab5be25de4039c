package dev.reveille.server.app;

import dev.reveille.server.kernel.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The time for retention: the wall clock, as far as it can be believed.
 *
 * <p>A wall clock that is ahead would make everything look old. So a time is not believed at once
 * if it is more than {@link #LEAP} ahead of the last believed time plus the monotonic time since.
 * It is believed only after the clock ran steadily for {@link #PROOF}. Until then nothing is
 * removed because of its age. A clock that goes back removes too little and is believed at once.
 * Times that were stored with it may turn out to be wrong when it leaps ahead again: see {@link
 * #leapt}.
 *
 * <p>Used by one thread.
 */
final class RetentionClock {
  private static final Logger log = LoggerFactory.getLogger(RetentionClock.class);

  /** A normal time for a machine to be suspended or a server to be off. */
  static final Duration LEAP = Duration.ofDays(1);

  static final Duration PROOF = Duration.ofHours(6);

  /** A wall time and the monotonic time at which it was read. */
  private record Reading(long wall, long nanos) {
    /**
     * Returns how far this is ahead of the time expected from the earlier reading, in milliseconds.
     */
    long aheadOf(Reading earlier) {
      return wall - earlier.wall - (nanos - earlier.nanos) / 1_000_000;
    }
  }

  private final Clock clock;
  private Reading believed;
  private @Nullable Reading jumped;
  private boolean leapt;

  /**
   * Starts to watch the clock.
   *
   * @param lastKnown a wall time that was right, or earlier than right; absent if there is none
   */
  RetentionClock(Clock clock, Optional<Long> lastKnown) {
    this.clock = clock;
    var now = read();
    believed = lastKnown.map(wall -> new Reading(wall, now.nanos())).orElse(now);
  }

  private Reading read() {
    return new Reading(clock.wallMillis(), clock.nanos());
  }

  /**
   * Returns the time if it can be believed. Call it often: it notices jumps only when it is called.
   */
  Optional<Long> now() {
    var now = read();
    if (now.aheadOf(believed) <= LEAP.toMillis()) {
      if (jumped != null) log.info("The wall clock is back; retention by age goes on");
      jumped = null;
      believed = now;
      return Optional.of(now.wall());
    }
    var since = jumped;
    if (since == null || Math.abs(now.aheadOf(since)) > LEAP.toMillis()) {
      log.warn(
          "The wall clock jumped ahead to {}. Nothing is removed for its age until the clock is"
              + " back, or has gone on from there for {} hours.",
          Instant.ofEpochMilli(now.wall()),
          PROOF.toHours());
      jumped = now;
      return Optional.empty();
    }
    if (now.nanos() - since.nanos() < PROOF.toNanos()) return Optional.empty();
    log.warn("The wall clock stays ahead, so it is believed; retention by age goes on");
    jumped = null;
    believed = now;
    leapt = true;
    return Optional.of(now.wall());
  }

  /**
   * True if the believed time is more than {@link #LEAP} ahead of a time that was believed before.
   * The earlier time may have been too early, so data stored with it may be younger than it seems.
   */
  boolean leapt() {
    return leapt;
  }

  /** Resets {@link #leapt}: no data from before the leap is left. */
  void leapHandled() {
    leapt = false;
  }
}

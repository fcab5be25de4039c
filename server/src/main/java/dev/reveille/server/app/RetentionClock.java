package dev.reveille.server.app;

import dev.reveille.server.kernel.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The time that retention goes by: the wall clock, as far as it can be believed.
 *
 * <p>A wall clock that is ahead would make everything old. So a time that is more than {@link
 * #LEAP} ahead of the last one that was believed, plus the monotonic time since, is believed only
 * after the clock went on steadily for {@link #PROOF}. Until then nothing is removed for its age. A
 * clock that goes back removes too little and is believed at once. What was noted by it may turn
 * out to be wrong when it leaps ahead again: see {@link #leapt}.
 *
 * <p>Used by one thread.
 */
final class RetentionClock {
  private static final Logger log = LoggerFactory.getLogger(RetentionClock.class);

  /** As long as a machine may be suspended, or a server be off, without anybody wondering. */
  static final Duration LEAP = Duration.ofDays(1);

  static final Duration PROOF = Duration.ofHours(6);

  /** A wall time and the monotonic time at which it was read. */
  private record Reading(long wall, long nanos) {
    /** How far this is ahead of what the earlier one lets expect, in milliseconds. */
    long aheadOf(Reading earlier) {
      return wall - earlier.wall - (nanos - earlier.nanos) / 1_000_000;
    }
  }

  private final Clock clock;
  private Reading believed;
  private @Nullable Reading jumped;
  private boolean leapt;

  /**
   * Begins to watch the clock.
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

  /** Returns the time, if it can be believed. To be called often: it notices jumps only then. */
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
   * True if the time that is believed now is more than {@link #LEAP} ahead of one that was believed
   * before. That one may have been behind, so something that was noted by it may be younger than it
   * seems.
   */
  boolean leapt() {
    return leapt;
  }

  /** Nothing is left that was noted before the clock leapt. */
  void leapHandled() {
    leapt = false;
  }
}

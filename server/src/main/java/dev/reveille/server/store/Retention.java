package dev.reveille.server.store;

import java.time.Duration;

/**
 * How much is kept. 0 (or zero duration) = no limit.
 *
 * @param messagesPerStream the newest this many of each channel or mailbox, and of the events
 * @param age of messages and events
 * @param absence of agents that have nothing to come back for
 */
public record Retention(long messagesPerStream, Duration age, Duration absence) {
  public static final Retention FOREVER = new Retention(0, Duration.ZERO);

  public Retention(long messagesPerStream, Duration age) {
    this(messagesPerStream, age, Duration.ZERO);
  }

  /** The same, but nothing is removed because of its age. */
  public Retention byCountAlone() {
    return new Retention(messagesPerStream, Duration.ZERO);
  }

  Duration longest() {
    return age.compareTo(absence) > 0 ? age : absence;
  }

  /** True if something is removed because of its age. */
  public boolean needsTime() {
    return !age.isZero() || !absence.isZero();
  }
}

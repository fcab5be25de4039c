package dev.reveille.server.store;

import java.time.Duration;

/**
 * Limits how much is kept. 0 (or zero duration) = no limit.
 *
 * @param messagesPerStream the number of newest entries that are kept of each channel or mailbox,
 *     and of the events
 * @param age the age at which messages and events are removed
 * @param absence the absence after which agents are removed that have nothing to come back for
 */
public record Retention(long messagesPerStream, Duration age, Duration absence) {
  public static final Retention FOREVER = new Retention(0, Duration.ZERO);

  public Retention(long messagesPerStream, Duration age) {
    this(messagesPerStream, age, Duration.ZERO);
  }

  /** Returns the same limits without those by age. */
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

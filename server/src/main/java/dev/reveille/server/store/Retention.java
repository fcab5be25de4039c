package dev.reveille.server.store;

import java.time.Duration;

/**
 * How much is kept. 0 (or zero duration) = no limit.
 *
 * @param messagesPerStream the newest this many of each channel or mailbox, and of the events
 */
public record Retention(long messagesPerStream, Duration age) {
  public static final Retention FOREVER = new Retention(0, Duration.ZERO);
}

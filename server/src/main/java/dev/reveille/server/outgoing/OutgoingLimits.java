package dev.reveille.server.outgoing;

import java.time.Duration;

/**
 * The limits of one request.
 *
 * @param connect the longest wait for a connection to one address, with its TLS handshake
 * @param total the longest wait for the whole answer, from the lookup of the name to the last byte
 * @param requestBytes the largest body to send
 * @param answerBytes the largest body to read; a larger one is cut off and the request fails
 * @param redirects how many redirects to follow, all of them on the same server
 */
public record OutgoingLimits(
    Duration connect, Duration total, int requestBytes, int answerBytes, int redirects) {
  private static final Duration LONGEST = Duration.ofDays(1);

  /** Suits a webhook. */
  public static final OutgoingLimits USUAL =
      new OutgoingLimits(Duration.ofSeconds(5), Duration.ofSeconds(15), 1 << 20, 1 << 20, 3);

  public OutgoingLimits {
    if (!connect.isPositive() || !total.isPositive() || total.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException("limits of time are positive, and one day at most");
    }
    if (requestBytes < 0 || answerBytes < 0 || redirects < 0) {
      throw new IllegalArgumentException("limits of size are not negative");
    }
  }

  public OutgoingLimits total(Duration limit) {
    return new OutgoingLimits(connect, limit, requestBytes, answerBytes, redirects);
  }

  public OutgoingLimits connect(Duration limit) {
    return new OutgoingLimits(limit, total, requestBytes, answerBytes, redirects);
  }

  public OutgoingLimits answerBytes(int limit) {
    return new OutgoingLimits(connect, total, requestBytes, limit, redirects);
  }

  public OutgoingLimits requestBytes(int limit) {
    return new OutgoingLimits(connect, total, limit, answerBytes, redirects);
  }
}

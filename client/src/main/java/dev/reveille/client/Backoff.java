package dev.reveille.client;

/** Computes the pause before a try. It doubles with each failure up to a limit, with jitter. */
public final class Backoff {
  private final long baseMillis;
  private final long maxMillis;
  private final Jitter jitter;

  public Backoff(long baseMillis, long maxMillis, Jitter jitter) {
    this.baseMillis = baseMillis;
    this.maxMillis = maxMillis;
    this.jitter = jitter;
  }

  /**
   * Returns the pause in milliseconds.
   *
   * @param failures how many tries failed before, from 0
   */
  public long delayMillis(int failures) {
    // Past 2^40 every base is over every limit; a larger shift would wrap around.
    double doubled = (double) baseMillis * (1L << Math.clamp(failures, 0, 40));
    return jitter.around((long) Math.min(doubled, (double) maxMillis));
  }
}

package dev.reveille.client;

import java.util.random.RandomGenerator;

/** Spreads a delay evenly around its base, so that many clients do not act at the same moment. */
public final class Jitter {
  /** The shortest delay, in milliseconds. */
  public static final long MIN_MILLIS = 100;

  private final double fraction;
  private final RandomGenerator random;

  /**
   * Makes a jitter.
   *
   * @param fraction 0.2 = ±20 %; taken as 0 below 0 and as 1 above 1
   */
  public Jitter(double fraction, RandomGenerator random) {
    this.fraction = Double.isNaN(fraction) ? 0 : Math.clamp(fraction, 0.0, 1.0);
    this.random = random;
  }

  /** Returns a random delay of base ± base · fraction, at least {@link #MIN_MILLIS}. */
  public long around(long baseMillis) {
    double swing = baseMillis * fraction * (2 * random.nextDouble() - 1);
    return Math.max(MIN_MILLIS, Math.round(baseMillis + swing));
  }
}

package dev.reveille.server.kernel;

import java.util.Random;

/** Chance that repeats itself. */
public final class SeededRandomness implements Randomness {
  private final Random random;

  public SeededRandomness(long seed) {
    random = new Random(seed);
  }

  @Override
  public synchronized int below(int bound) {
    return random.nextInt(bound);
  }

  @Override
  public synchronized void fill(byte[] bytes) {
    random.nextBytes(bytes);
  }
}

package dev.reveille.protocol;

import java.util.Random;
import java.util.random.RandomGenerator;

/**
 * Checks that something holds for many generated values.
 *
 * <p>A failure names the seed of its case; {@code -Dreveille.seed=N} runs that case alone. The
 * build draws the same cases every time; {@code -Dreveille.full=true} draws new ones.
 */
public final class Property {
  /** A claim that must hold for the values that it draws. */
  public interface Claim {
    void check(Gen gen) throws Exception;
  }

  private Property() {}

  public static void holds(int cases, Claim claim) {
    var replay = Long.getLong("reveille.seed");
    if (replay != null) {
      run(replay, claim);
      return;
    }
    RandomGenerator seeds = Boolean.getBoolean("reveille.full") ? new Random() : new Random(0x5EED);
    for (int i = 0; i < cases; i++) run(seeds.nextLong(), claim);
  }

  private static void run(long seed, Claim claim) {
    try {
      claim.check(new Gen(new Random(seed)));
    } catch (Exception | AssertionError | StackOverflowError e) {
      throw new AssertionError("fails with -Dreveille.seed=" + seed + ": " + e, e);
    }
  }
}

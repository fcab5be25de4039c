package dev.reveille.e2e;

import java.util.Random;

/** Chance that can be repeated: the seed is printed, {@code -Dreveille.seed=N} sets it. */
final class Seed {
  private Seed() {}

  static Random random(String what) {
    var set = Long.getLong("reveille.seed");
    long seed = set == null ? new Random().nextLong() : set;
    System.out.println(what + ": -Dreveille.seed=" + seed);
    return new Random(seed);
  }

  /** The smaller number in a normal build, the larger one in a full one. */
  static int rounds(int normal, int full) {
    return Boolean.getBoolean("reveille.full") ? full : normal;
  }
}

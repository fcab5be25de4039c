package dev.reveille.server.alert;

import dev.reveille.server.kernel.Write;
import java.util.SplittableRandom;

/** Makes writes of this package, for tests that compare stores. */
public final class RandomAlerts {
  private RandomAlerts() {}

  public static Write any(SplittableRandom random, long now) {
    if (random.nextInt(4) == 0) return new SavePersonSeen(now);
    if (random.nextInt(4) == 0) return new SaveAside("need:" + random.nextInt(5), now + 50);
    return new SaveAlert(
        new StoredAlert(
            "key:" + random.nextInt(5),
            now - random.nextInt(5),
            "text",
            random.nextInt(4),
            now,
            random.nextBoolean() ? 0 : now,
            "mail"));
  }
}

package dev.reveille.server.outbox;

import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.Write;
import java.util.List;
import java.util.SplittableRandom;

/** Makes writes of durable tells, for tests that compare stores. */
public final class RandomTells {
  private RandomTells() {}

  public static Write any(SplittableRandom random, List<String> agents, long now) {
    var cells =
        new CellPair(
            new CellId("channel", "#a"),
            new CellId("mailbox", agents.get(random.nextInt(agents.size()))));
    boolean once = random.nextBoolean();
    // A key that is used once is never used again.
    var key = once ? "o" + random.nextLong(1L << 40) : "k" + random.nextInt(40);
    return random.nextInt(4) == 0
        ? new TellHandled(cells, key, once, now)
        : new StoreTell(cells, key, once, "test.tell", "{\"at\":" + now + "}", now);
  }
}

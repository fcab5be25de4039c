package dev.reveille.server.limits;

import java.time.Duration;
import java.util.LinkedHashMap;

/**
 * Remembers when each agent last spoke in one place, for slow mode. Forgets agents that spoke long
 * ago.
 */
public final class Pace {
  private static final int MOST = 10_000;

  private final LinkedHashMap<String, Long> last = new LinkedHashMap<>();

  /** Returns how long the agent still has to wait; zero = it may speak now. */
  public Duration wait(String agent, Duration interval, long nanos) {
    var spoke = last.get(agent);
    if (spoke == null) return Duration.ZERO;
    long rest = interval.toNanos() - (nanos - spoke);
    return rest > 0 ? Duration.ofNanos(rest) : Duration.ZERO;
  }

  public void spoke(String agent, Duration interval, long nanos) {
    last.putLast(agent, nanos);
    while (last.size() > MOST || nanos - last.firstEntry().getValue() >= interval.toNanos()) {
      if (last.size() == 1) return;
      last.pollFirstEntry();
    }
  }

  int size() {
    return last.size();
  }
}

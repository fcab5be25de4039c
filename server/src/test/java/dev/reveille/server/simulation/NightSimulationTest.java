package dev.reveille.server.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.decision.WakeReason;
import dev.reveille.server.kernel.SeededRuns;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A night of fifty seats, many times: crashes, limits, mail, restarts of the server and jumps of
 * the clock. {@link NightPromises} are checked after every step.
 */
@Tag("long")
class NightSimulationTest {
  private static final boolean FULL = Boolean.getBoolean("reveille.full");

  /** True if all nights are made, so that each obstacle must be among them. */
  private static boolean isWhole() {
    return Long.getLong("reveille.seed") == null
        && Integer.getInteger("reveille.runs") == null
        && !Boolean.getBoolean("reveille.quick");
  }

  /**
   * A failure names its seed; {@code -Dreveille.seed=N} replays that night alone, {@code
   * -Dreveille.runs=N} makes so many nights.
   */
  @Test
  void a_night_keeps_its_promises() {
    Set<WakeReason> seen = ConcurrentHashMap.newKeySet();
    SeededRuns.Property night =
        random -> {
          var one = new Night(random);
          one.live();
          seen.addAll(one.promises().seen());
        };
    if (FULL) SeededRuns.checkInParallel(10_000, night);
    else SeededRuns.check(200, night);
    // A promise about an obstacle that never stood in the way would say nothing.
    if (isWhole()) assertThat(seen).containsAll(NightPromises.EXPECTED);
  }
}

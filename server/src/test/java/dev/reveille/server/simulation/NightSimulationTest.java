package dev.reveille.server.simulation;

import dev.reveille.server.kernel.SeededRuns;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A night of fifty seats, many times: crashes, limits, mail, restarts of the server and jumps of
 * the clock. {@link Night} checks its promises after every step.
 */
@Tag("long")
class NightSimulationTest {
  private static final boolean FULL = Boolean.getBoolean("reveille.full");

  /** A failure names its seed; {@code -Dreveille.seed=N} replays that night alone. */
  @Test
  void a_night_keeps_its_promises() {
    if (FULL) SeededRuns.checkInParallel(10_000, random -> new Night(random).live());
    else SeededRuns.check(200, random -> new Night(random).live());
  }
}

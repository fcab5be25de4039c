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
  private static final int RUNS = Boolean.getBoolean("reveille.full") ? 10_000 : 200;

  @Test
  void a_night_keeps_its_promises() {
    SeededRuns.check(RUNS, random -> new Night(random).live());
  }
}

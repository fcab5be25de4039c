package dev.reveille.server.app;

import dev.reveille.server.kernel.Programs;
import dev.reveille.server.seat.HarnessAdapter;
import dev.reveille.server.seat.Harnesses;
import dev.reveille.server.seat.NewsDesk;
import dev.reveille.server.seat.ScriptedHarness;
import dev.reveille.server.seat.SeatConfig;
import dev.reveille.server.seat.SeatFeature;
import dev.reveille.server.seat.SeatGate;
import java.util.ArrayList;

/** Gives the server's seats their harnesses, their gate, and who is told what happens to them. */
final class SeatWiring {
  private SeatWiring() {}

  static SeatFeature.Setting of(SeatConfig config, Programs programs) {
    var adapters = new ArrayList<HarnessAdapter>();
    if (config.scripted()) adapters.add(new ScriptedHarness(ScriptedHarness.Script.ANSWERS));
    return new SeatFeature.Setting(new Harnesses(adapters), SeatGate.OPEN, NewsDesk.NONE, programs);
  }
}

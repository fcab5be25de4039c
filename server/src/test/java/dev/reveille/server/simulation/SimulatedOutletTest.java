package dev.reveille.server.simulation;

import dev.reveille.server.delivery.OutletContract;
import dev.reveille.server.delivery.OutletRouter;
import dev.reveille.server.delivery.Outlets;
import dev.reveille.server.kernel.SeededScheduler;
import java.util.Random;

/** The sockets of the simulation, which have no limit. */
class SimulatedOutletTest extends OutletContract {
  private final SeededScheduler scheduler = new SeededScheduler(new Random(1));
  private final SimulatedOutlets wire = new SimulatedOutlets(scheduler);
  private final OutletRouter router = new OutletRouter(wire);
  private boolean closed;

  SimulatedOutletTest() {
    wire.open(ADA, read::add, () -> closed = true);
  }

  @Override
  protected Outlets outlets() {
    return router;
  }

  @Override
  protected void readAll(int expected) {
    scheduler.runAll();
  }

  @Override
  protected boolean isClosed() {
    return closed;
  }
}

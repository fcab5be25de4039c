package dev.reveille.server.simulation;

import dev.reveille.server.delivery.OutletContract;
import dev.reveille.server.delivery.OutletRouter;
import dev.reveille.server.delivery.Outlets;
import dev.reveille.server.delivery.PulledOutlet;
import dev.reveille.server.kernel.SeededScheduler;
import java.util.Random;

/** Frames that wait until the test takes them. */
class PulledOutletTest extends OutletContract.Bounded {
  private final PulledOutlet outlet = new PulledOutlet(LIMIT, () -> {});
  private final OutletRouter router =
      new OutletRouter(new SimulatedOutlets(new SeededScheduler(new Random(1))));

  PulledOutletTest() {
    router.open(ADA, outlet);
  }

  @Override
  protected Outlets outlets() {
    return router;
  }

  @Override
  protected void readAll(int expected) {
    for (var page = outlet.take(); !page.isEmpty(); page = outlet.take()) {
      page.forEach(frame -> read.add(frame.toString()));
    }
  }

  @Override
  protected boolean isClosed() {
    return outlet.isClosed();
  }
}

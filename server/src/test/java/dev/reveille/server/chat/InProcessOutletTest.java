package dev.reveille.server.chat;

import dev.reveille.server.kernel.SeededScheduler;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** A reader in this process, run when the test says so. */
class InProcessOutletTest extends OutletContract.Bounded {
  private final List<Runnable> tasks = new ArrayList<>();
  private final OutletRouter router =
      new OutletRouter(new SimulatedWire(new SeededScheduler(new Random(1))));
  private @Nullable String closed;

  InProcessOutletTest() {
    router.open(
        ADA,
        new InProcessOutlet(
            LIMIT, tasks::add, frame -> read.add(frame.toString()), why -> closed = why));
  }

  @Override
  Outlets outlets() {
    return router;
  }

  @Override
  void readAll() {
    while (!tasks.isEmpty()) tasks.removeFirst().run();
  }

  @Override
  boolean isClosed() {
    return closed != null;
  }
}

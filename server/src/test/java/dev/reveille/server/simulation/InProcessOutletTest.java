package dev.reveille.server.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.delivery.InProcessOutlet;
import dev.reveille.server.delivery.OutletContract;
import dev.reveille.server.delivery.OutletRouter;
import dev.reveille.server.delivery.Outlets;
import dev.reveille.server.kernel.SeededScheduler;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A reader in this process, run when the test says so. */
class InProcessOutletTest extends OutletContract.Bounded {
  private final List<Runnable> tasks = new ArrayList<>();
  private final OutletRouter router =
      new OutletRouter(new SimulatedOutlets(new SeededScheduler(new Random(1))));
  private @Nullable String closed;

  InProcessOutletTest() {
    router.open(
        ADA,
        new InProcessOutlet(
            LIMIT, tasks::add, frame -> read.add(frame.toString()), why -> closed = why));
  }

  @Override
  protected Outlets outlets() {
    return router;
  }

  @Override
  protected void readAll(int expected) {
    while (!tasks.isEmpty()) tasks.removeFirst().run();
  }

  @Override
  protected boolean isClosed() {
    return closed != null;
  }

  @Test
  void a_pull_that_fails_closes_the_session_without_what_follows() {
    router.pull(
        ADA,
        () -> {
          throw new IllegalStateException("disk is gone");
        });
    router.send(ADA, frame("never"));
    readAll(0);
    assertThat(read).isEmpty();
    assertThat(isClosed()).isTrue();
  }
}

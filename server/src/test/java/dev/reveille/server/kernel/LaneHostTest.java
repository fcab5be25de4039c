package dev.reveille.server.kernel;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;

/** The host of one process on real threads. */
class LaneHostTest extends HostContract {
  private final ExecutorService lanes = Executors.newVirtualThreadPerTaskExecutor();
  private final ExecutorService commits = Executors.newSingleThreadExecutor();
  private final ExecutorService settling = Executors.newSingleThreadExecutor();
  private final FaultyCommitter committer = new FaultyCommitter(commits);
  private final List<Effect> effects = new CopyOnWriteArrayList<>();
  final LaneHost host =
      new LaneHost(
          id -> watched(load(id, committer.durable(id))),
          committer,
          new Effects() {
            @Override
            public void run(Effect effect) {
              effects.add(effect);
            }

            @Override
            public void flush() {}
          },
          new SystemClock(),
          lanes,
          settling);

  /** For tests that look at how a cell is called. */
  Cell watched(Cell cell) {
    return cell;
  }

  @Override
  Host host() {
    return host;
  }

  @Override
  void settle() {
    // What a settlement sets off may begin after all lanes were seen quiet: look again behind it.
    for (int look = 0; look < 2; look++) {
      if (!host.awaitQuiet(Duration.ofSeconds(10))) throw new AssertionError("never comes to rest");
      CompletableFuture.runAsync(() -> {}, settling).join();
    }
    if (!host.awaitQuiet(Duration.ofSeconds(10))) throw new AssertionError("never comes to rest");
  }

  @Override
  List<Effect> effects() {
    return effects;
  }

  @Override
  void rest() {
    host.sweep(0);
  }

  @Override
  List<Write> durable(CellId cell) {
    return committer.durable(cell);
  }

  @Override
  void failOn(int number) {
    committer.failWhen(unit -> unit.writes().contains(new Figure(number)));
  }

  @AfterEach
  void close() {
    lanes.shutdownNow();
    commits.shutdownNow();
    settling.shutdownNow();
  }
}

package dev.reveille.server.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.app.Features;
import dev.reveille.server.kernel.CellKinds;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.Effects;
import dev.reveille.server.kernel.Failures;
import dev.reveille.server.kernel.LaneHost;
import dev.reveille.server.kernel.ParkingTimerQueue;
import dev.reveille.server.kernel.SystemClock;
import dev.reveille.server.outbox.ParcelCell.Label;
import dev.reveille.server.outbox.ParcelCell.Send;
import dev.reveille.server.store.DataFolder;
import dev.reveille.server.store.JdbcStore;
import dev.reveille.server.store.Store;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Durable tells on real threads and a real database. */
class OutboxOnDiskTest {
  @TempDir Path folder = Path.of("");

  /** Opens the database and runs cells on it until it is closed. */
  private static final class RunningCells implements AutoCloseable {
    private final SystemClock clock = new SystemClock();
    private final DataFolder data;
    private final Store store;
    private final ExecutorService lanes = Executors.newVirtualThreadPerTaskExecutor();
    private final ExecutorService settling = Executors.newSingleThreadExecutor();
    private final ParkingTimerQueue timers = new ParkingTimerQueue(clock, Duration.ofSeconds(1));
    private final LaneHost host;
    private final Outbox outbox;

    RunningCells(Path folder, boolean delivers) {
      data = DataFolder.open(folder, Instant.ofEpochMilli(clock.wallMillis()));
      store = JdbcStore.open(data, Features.TABLES, new Failures());
      var cells = new CellKinds();
      cells.add(List.of(ParcelCell.kind(store, clock)));
      host =
          new LaneHost(
              cells,
              store,
              new Effects() {
                @Override
                public void run(Effect effect) {
                  throw new AssertionError("a parcel cell has no effects but tells");
                }

                @Override
                public void flush() {}
              },
              clock,
              lanes,
              settling);
      outbox =
          new Outbox(
              new Outbox.Ports(clock, store, host, timers, lanes, new Failures()),
              delivers ? Outbox.MOST_LINES : 0);
      outbox.add(List.of(ParcelCell.DURABLE));
      host.durableTells(outbox);
      if (delivers) outbox.start();
    }

    void settle() {
      var end = clock.nanos() + Duration.ofSeconds(60).toNanos();
      do {
        assertThat(clock.nanos() - end).as("never comes to rest").isNegative();
        assertThat(host.awaitQuiet(Duration.ofSeconds(60))).isTrue();
        CompletableFuture.runAsync(() -> {}, settling).join();
      } while (outbox.lines() > 0 || !host.awaitQuiet(Duration.ZERO));
    }

    @Override
    public void close() {
      lanes.shutdownNow();
      settling.shutdownNow();
      timers.close();
      store.close();
      data.close();
    }
  }

  private static void send(RunningCells process) {
    for (int i = 0; i < 500; i++) {
      process.host.tell(
          ParcelCell.at("from" + i % 7), new Send("to" + i % 5, "k" + i, Label.FORWARD, "last"));
    }
    process.settle();
  }

  private static void checkArrived(Store store) {
    var sent = ParcelCell.sent(store);
    var arrived = ParcelCell.arrived(store);
    assertThat(sent).hasSize(1000);
    assertThat(arrived).containsExactlyInAnyOrderElementsOf(sent);
    assertThat(store.sizes()).containsEntry("outbox", 0L).containsEntry("handled_tells", 1000L);
  }

  @Test
  void tells_between_many_cells_arrive_once() {
    try (var process = new RunningCells(folder, true)) {
      send(process);
      send(process);
      checkArrived(process.store);
    }
  }

  @Test
  void what_an_earlier_process_stored_is_delivered_by_the_next() {
    try (var process = new RunningCells(folder, false)) {
      send(process);
      assertThat(process.store.sizes()).containsEntry("outbox", 500L);
    }
    try (var process = new RunningCells(folder, true)) {
      do process.settle();
      while (process.store.sizes().getOrDefault("outbox", 0L) > 0);
      checkArrived(process.store);
    }
  }
}

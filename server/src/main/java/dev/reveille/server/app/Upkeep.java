package dev.reveille.server.app;

import dev.reveille.server.chat.EmptyChannels;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.LaneHost;
import dev.reveille.server.store.Retention;
import dev.reveille.server.store.Store;
import dev.reveille.server.store.StoreException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What is tidied now and then: cells that rest, messages that are to be kept no longer. */
final class Upkeep {
  private static final Logger log = LoggerFactory.getLogger(Upkeep.class);

  private static final Duration SWEEP = Duration.ofSeconds(10);
  private static final Duration CHANNELS = Duration.ofMinutes(1);
  private static final Duration PRUNE = Duration.ofMinutes(10);
  private static final Duration REST = Duration.ofSeconds(60);

  /** Above this many cells those that rest are forgotten at once. */
  private static final int CROWD = 50_000;

  private final LaneHost host;
  private final Store store;
  private final Retention retention;
  private final Clock clock;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().name("upkeep").daemon().factory());

  Upkeep(
      LaneHost host, Store store, Retention retention, Clock clock, EmptyChannels emptyChannels) {
    this.host = host;
    this.store = store;
    this.retention = retention;
    this.clock = clock;
    every(SWEEP, this::sweep);
    every(PRUNE, this::prune);
    every(CHANNELS, () -> look(emptyChannels));
  }

  private void every(Duration period, Runnable task) {
    var _ =
        thread.scheduleWithFixedDelay(
            task, period.toMillis(), period.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void sweep() {
    long idle = host.cells() > CROWD ? 0 : REST.toNanos();
    host.sweep(idle);
  }

  private static void look(EmptyChannels channels) {
    try {
      channels.look();
    } catch (RuntimeException e) {
      log.warn("Empty channels could not be looked for; the next try is in {}", CHANNELS, e);
    }
  }

  private void prune() {
    try {
      long gone = store.prune(retention, clock.wallMillis());
      if (gone > 0) log.info("Removed {} rows that were to be kept no longer", gone);
    } catch (StoreException e) {
      log.warn("Nothing could be pruned; the next try is in {}", PRUNE, e);
    }
  }

  void close() {
    thread.shutdownNow();
  }
}

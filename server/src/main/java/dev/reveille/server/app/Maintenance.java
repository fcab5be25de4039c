package dev.reveille.server.app;

import dev.reveille.server.kernel.Chore;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.Failures;
import dev.reveille.server.kernel.LaneHost;
import dev.reveille.server.kernel.Presence;
import dev.reveille.server.store.EventReads;
import dev.reveille.server.store.Retention;
import dev.reveille.server.store.Store;
import dev.reveille.server.store.StoreException;
import dev.reveille.server.store.StoredEvent;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Does regular cleaning: unloads idle cells, and removes unused channels and old rows. */
final class Maintenance {
  private static final Logger log = LoggerFactory.getLogger(Maintenance.class);

  /** The time between two checks of cells, of empty channels, and of the store. */
  record Pace(Duration sweep, Duration channels, Duration prune) {
    static final Pace USUAL =
        new Pace(Duration.ofSeconds(10), Duration.ofMinutes(1), Duration.ofMinutes(10));
  }

  private static final Duration IDLE_TIME = Duration.ofSeconds(60);

  /** Above this many cells, idle ones are unloaded at once. */
  private static final int MANY_CELLS = 50_000;

  private final LaneHost host;
  private final Store store;
  private final Presence presence;
  private final Retention retention;
  private final RetentionClock clock;
  private final Failures failures;
  private final List<Chore> chores;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().name("upkeep").daemon().factory());

  Maintenance(
      LaneHost host,
      Store store,
      Presence presence,
      Retention retention,
      Clock clock,
      Failures failures,
      List<Chore> chores) {
    this.host = host;
    this.store = store;
    this.presence = presence;
    this.retention = retention;
    this.clock = new RetentionClock(clock, lastKnownTime(store));
    this.failures = failures;
    this.chores = List.copyOf(chores);
  }

  /**
   * Returns the last wall time that was believed; if the store has none, the time of the newest
   * entry.
   */
  private static Optional<Long> lastKnownTime(Store store) {
    var mark = store.lastAgeMark();
    return mark.isPresent()
        ? mark
        : store.reads(EventReads.class).eventsBefore(Long.MAX_VALUE, 1).stream()
            .map(StoredEvent::at)
            .findFirst();
  }

  void start(Pace pace) {
    every(pace.sweep(), "Forgetting cells that rest", this::sweep);
    every(
        pace.channels(),
        "Removing empty channels",
        () -> chores.forEach(chore -> chore.run().run()));
    every(pace.prune(), "Retention", this::prune);
  }

  private void every(Duration period, String part, Runnable task) {
    var _ =
        thread.scheduleWithFixedDelay(
            () -> failures.guard(part, task),
            period.toMillis(),
            period.toMillis(),
            TimeUnit.MILLISECONDS);
  }

  private Optional<Long> time() {
    var now = clock.now();
    failures.show("Retention by age: the wall clock jumped ahead", now.isEmpty());
    return now;
  }

  void sweep() {
    var _ = time();
    long idle = host.cells() > MANY_CELLS ? 0 : IDLE_TIME.toNanos();
    host.sweep(idle);
  }

  void prune() {
    var now = time();
    try {
      if (now.isPresent() && clock.leapt()) {
        store.forgetAgeMarks();
        clock.leapHandled();
      }
      long gone =
          store.prune(
              now.isPresent() ? retention : retention.byCountAlone(),
              now.orElse(0L),
              presence::hasSession);
      if (gone > 0) log.info("Removed {} rows that were to be kept no longer", gone);
    } catch (StoreException e) {
      log.warn("Nothing could be pruned; the next try comes", e);
    }
  }

  void close() {
    thread.shutdownNow();
  }
}

package dev.reveille.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.Committer;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.Effects;
import dev.reveille.server.kernel.Failures;
import dev.reveille.server.kernel.LaneHost;
import dev.reveille.server.kernel.ManualClock;
import dev.reveille.server.kernel.MapPresence;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.store.AppendEvent;
import dev.reveille.server.store.EventReads;
import dev.reveille.server.store.MemoryStore;
import dev.reveille.server.store.Retention;
import dev.reveille.server.store.Store;
import dev.reveille.server.store.StoredEvent;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class MaintenanceTest {
  private static final Retention MONTH = new Retention(0, Duration.ofDays(30));

  private final ManualClock clock = new ManualClock();
  private final Failures troubles = new Failures();
  private final MemoryStore store = new MemoryStore(AllMemoryTables.make(), () -> {});

  private Maintenance upkeep(Store of) {
    var host =
        new LaneHost(
            _ -> {
              throw new IllegalStateException("no cells here");
            },
            store,
            new Effects() {
              @Override
              public void run(Effect effect) {}

              @Override
              public void flush() {}
            },
            clock,
            Runnable::run,
            Runnable::run);
    return new Maintenance(host, of, new MapPresence(), MONTH, clock, troubles, List.of());
  }

  private void note(String kind) {
    var event = new AppendEvent(clock.wallMillis(), kind, null, null, null);
    store.submit(
        new Committer.Submission(
            new CellId("test", "a"), 1, Unit.required(List.of(event), List.of(), List.of())));
    store.commitAll();
  }

  private List<String> kinds() {
    return store.reads(EventReads.class).events(0, 100).stream().map(StoredEvent::kind).toList();
  }

  @Test
  void retention_that_fails_unexpectedly_is_counted_shown_and_tried_again() throws Exception {
    var failures = new CountDownLatch(3);
    var failing =
        (Store)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {Store.class},
                (_, method, arguments) -> {
                  if (method.getName().equals("prune")) {
                    failures.countDown();
                    throw new IllegalStateException("on purpose");
                  }
                  try {
                    return method.invoke(store, arguments);
                  } catch (InvocationTargetException e) {
                    throw e.getTargetException();
                  }
                });
    var upkeep = upkeep(failing);
    upkeep.start(
        new Maintenance.Pace(Duration.ofHours(1), Duration.ofHours(1), Duration.ofMillis(1)));
    try {
      assertThat(failures.await(20, TimeUnit.SECONDS)).isTrue();
    } finally {
      upkeep.close();
    }
    assertThat(troubles.failing()).containsExactly("Retention");
    assertThat(troubles.failures()).isGreaterThanOrEqualTo(2);
  }

  @Test
  void a_clock_that_jumps_ahead_removes_nothing_and_stops_nothing_for_good() {
    var upkeep = upkeep(store);
    note("one");
    clock.jumpWall(Duration.ofDays(4_000));
    note("ahead");
    upkeep.prune();
    assertThat(kinds()).containsExactly("one", "ahead");
    assertThat(troubles.failing()).hasSize(1).allMatch(t -> t.contains("clock jumped ahead"));

    clock.jumpWall(Duration.ofDays(-4_000));
    upkeep.prune();
    assertThat(troubles.failing()).isEmpty();
    clock.advance(Duration.ofDays(20));
    upkeep.prune();
    note("two");
    assertThat(kinds()).containsExactly("one", "ahead", "two");
    clock.advance(Duration.ofDays(11));
    upkeep.prune();
    assertThat(kinds()).containsExactly("two");
  }

  @Test
  void a_server_that_starts_with_a_clock_ahead_removes_nothing() {
    note("one");
    upkeep(store).prune();
    clock.jumpWall(Duration.ofDays(4_000));
    note("ahead");
    upkeep(store).prune();
    assertThat(kinds()).containsExactly("one", "ahead");
  }

  @Test
  void a_clock_that_was_behind_for_a_while_makes_nothing_old() {
    var upkeep = upkeep(store);
    note("one");
    upkeep.prune();
    clock.jumpWall(Duration.ofDays(-400));
    upkeep.prune();
    clock.advance(Duration.ofHours(2));
    upkeep.prune();

    clock.jumpWall(Duration.ofDays(400));
    upkeep.sweep();
    clock.advance(RetentionClock.PROOF);
    upkeep.sweep();
    upkeep.prune();
    assertThat(kinds()).containsExactly("one");
    clock.advance(Duration.ofDays(31));
    upkeep.prune();
    assertThat(kinds()).isEmpty();
  }

  @Test
  void a_clock_that_was_behind_before_a_restart_makes_nothing_old() {
    note("one");
    clock.jumpWall(Duration.ofDays(-400));
    upkeep(store).prune();
    clock.jumpWall(Duration.ofDays(400));
    var upkeep = upkeep(store);
    upkeep.prune();
    clock.advance(RetentionClock.PROOF);
    upkeep.prune();
    assertThat(kinds()).containsExactly("one");
  }
}

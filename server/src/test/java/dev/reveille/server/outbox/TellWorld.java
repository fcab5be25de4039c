package dev.reveille.server.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.app.AllMemoryTables;
import dev.reveille.server.kernel.CellKinds;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.Effects;
import dev.reveille.server.kernel.Failures;
import dev.reveille.server.kernel.LaneHost;
import dev.reveille.server.kernel.ManualClock;
import dev.reveille.server.kernel.ManualTimers;
import dev.reveille.server.kernel.SeededScheduler;
import dev.reveille.server.outbox.ParcelCell.Label;
import dev.reveille.server.outbox.ParcelCell.Parcel;
import dev.reveille.server.outbox.ParcelCell.Send;
import dev.reveille.server.store.MemoryStore;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Cells that send parcels, on a seeded scheduler and a store that can fail or crash. */
final class TellWorld {
  private final Random random;
  private final ManualClock clock;
  private final SeededScheduler scheduler;
  private final int mostLines;
  final ManualTimers timers;
  final MemoryStore store;
  final Failures troubles = new Failures();
  final LaneHost host;
  final Outbox outbox;

  /** The names of cells that cannot be loaded. */
  final Set<String> missing;

  int failedLoads;

  TellWorld(Random random) {
    this(random, Outbox.MOST_LINES);
  }

  TellWorld(Random random, int mostLines) {
    this(random, new ManualClock(), mostLines, null, new HashSet<>());
  }

  private TellWorld(
      Random random,
      ManualClock clock,
      int mostLines,
      @Nullable MemoryStore old,
      Set<String> missing) {
    this.random = random;
    this.clock = clock;
    this.mostLines = mostLines;
    this.missing = missing;
    scheduler = new SeededScheduler(random);
    timers = new ManualTimers(clock);
    var commits = scheduler.serial();
    Runnable onSubmit = () -> commits.execute(this::commit);
    store = old == null ? new MemoryStore(AllMemoryTables.make(), onSubmit) : old.crash(onSubmit);
    var cells = new CellKinds();
    cells.add(List.of(ParcelCell.kind(store, clock)));
    host =
        new LaneHost(
            id -> {
              if (!missing.contains(id.name())) return cells.load(id);
              failedLoads++;
              throw new IllegalStateException("on purpose");
            },
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
            scheduler,
            scheduler.serial());
    outbox =
        new Outbox(new Outbox.Ports(clock, store, host, timers, scheduler, troubles), mostLines);
    outbox.add(List.of(ParcelCell.DURABLE));
    host.durableTells(outbox);
    outbox.start();
  }

  private void commit() {
    store.commitSome(1 + random.nextInt(3));
  }

  void send(String from, String to, String key) {
    send(from, to, key, Label.KEEP, null);
  }

  void send(String from, String to, String key, Label label, @Nullable String onTo) {
    host.tell(ParcelCell.at(from), new Send(to, key, label, onTo));
  }

  /** One step of whatever comes next; false if nothing is to be done before a timer. */
  boolean step() {
    return scheduler.step();
  }

  void run() {
    scheduler.runAll();
    while (store.pending() > 0) {
      commit();
      scheduler.runAll();
    }
  }

  /** Runs until nothing waits, whatever time it takes; at most an hour. */
  void settle() {
    run();
    for (int minute = 0; minute < 60 && timers.pending() > 0; minute++) pass(Duration.ofMinutes(1));
  }

  /** Lets time pass, a second at a time. */
  void pass(Duration time) {
    for (long second = time.toSeconds(); second > 0; second--) {
      timers.advance(Duration.ofSeconds(1));
      run();
    }
  }

  void jumpWall(Duration by) {
    clock.jumpWall(by);
  }

  /** The process dies and starts again. */
  TellWorld kill() {
    scheduler.lose();
    return new TellWorld(random, clock, mostLines, store, missing);
  }

  /** Checks that every parcel that was sent arrived once, in order, and that nothing is left. */
  void checkAllArrived() {
    var sent = ParcelCell.sent(store);
    var arrived = ParcelCell.arrived(store);
    assertThat(arrived).as("each once").containsExactlyInAnyOrderElementsOf(sent);
    for (var one : sent) {
      assertThat(between(arrived, one)).as("order").isEqualTo(between(sent, one));
    }
    for (var to : sent.stream().map(Parcel::to).distinct().toList()) {
      var numbers = ParcelCell.numbers(store, to);
      for (int i = 0; i < numbers.size(); i++) assertThat(numbers.get(i)).isEqualTo(i + 1L);
    }
    assertThat(store.sizes()).containsEntry("outbox", 0L);
    assertThat(outbox.lines()).isZero();
    assertThat(outbox.stuck()).isZero();
    assertThat(troubles.failing()).isEmpty();
  }

  private static List<String> between(List<Parcel> all, Parcel one) {
    return all.stream()
        .filter(p -> p.from().equals(one.from()) && p.to().equals(one.to()))
        .map(Parcel::key)
        .toList();
  }
}

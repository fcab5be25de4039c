package dev.reveille.server.wake;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.OperatingSystemMXBean;
import dev.reveille.protocol.Priority;
import dev.reveille.protocol.SeatState;
import dev.reveille.server.app.Features;
import dev.reveille.server.decision.InputsBuilder;
import dev.reveille.server.decision.WakeDecision;
import dev.reveille.server.decision.WakeInputs;
import dev.reveille.server.decision.WakeReads;
import dev.reveille.server.inbox.UnreadInbox;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.CellKind;
import dev.reveille.server.kernel.CellKinds;
import dev.reveille.server.kernel.Committer;
import dev.reveille.server.kernel.EffectTable;
import dev.reveille.server.kernel.Failures;
import dev.reveille.server.kernel.Ids;
import dev.reveille.server.kernel.LaneHost;
import dev.reveille.server.kernel.ManualClock;
import dev.reveille.server.kernel.ManualTimers;
import dev.reveille.server.kernel.MapPresence;
import dev.reveille.server.kernel.SeededRandomness;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.kernel.Write;
import dev.reveille.server.seat.Harnesses;
import dev.reveille.server.seat.SaveSeat;
import dev.reveille.server.seat.ScriptedHarness;
import dev.reveille.server.seat.Seat;
import dev.reveille.server.sleep.Sleepers;
import dev.reveille.server.store.DataFolder;
import dev.reveille.server.store.JdbcStore;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Measures what pulses cost: CPU of a pulse over all seats, of a decision, and room on disk. */
@Tag("long")
class PulseCostTest {
  private static final int SEATS = Integer.getInteger("reveille.seats", 10_000);
  @TempDir Path folder = Path.of("");

  private static double cpuSeconds() {
    var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    return system.getProcessCpuTime() / 1e9;
  }

  private static void save(JdbcStore store, List<Write> writes) {
    store.submit(
        new Committer.Submission(
            new CellId("test", "test"), 1, Unit.required(writes, List.of(), List.of())));
  }

  private final ManualClock clock = new ManualClock();
  private final ScriptedHarness harness = new ScriptedHarness(ScriptedHarness.Script.ANSWERS);
  private final List<String> names = new ArrayList<>();

  /** Work with a host on a store in the folder. */
  private interface Work {
    void with(LaneHost host, JdbcStore store);
  }

  /** Opens the store, does the work and closes it; returns the size of the file. */
  private long run(Work work) throws Exception {
    try (var data = DataFolder.open(folder, Instant.EPOCH);
        var store = JdbcStore.open(data, Features.TABLES, new Failures());
        var lanes = Executors.newVirtualThreadPerTaskExecutor();
        var settling = Executors.newSingleThreadExecutor()) {
      var seats = new StoredSeats(store, new Harnesses(List.of(harness)));
      var senses =
          new Senses(
              new Senses.Parts(
                  clock,
                  new MapPresence(),
                  new Sleepers(10, new ManualTimers(clock)),
                  store,
                  UnreadInbox.ofAllChannels(store),
                  seats,
                  List::of,
                  _ -> List.of(),
                  new Recent<>(clock, () -> store.reads(WakeReads.class).gate()),
                  WakeRoom.SETTINGS.horizon()));
      var ids = new Ids(clock, new SeededRandomness(1));
      var cells = new CellKinds();
      cells.add(
          List.of(
              new CellKind(
                  WakeCell.KIND,
                  seat ->
                      new WakeCell(
                          seat, clock, ids, WakeRoom.SETTINGS, store.reads(WakeReads.class))),
              new CellKind(SenseCell.KIND, seat -> new SenseCell(senses.look(seat)))));
      work.with(
          new LaneHost(cells, store, new EffectTable(() -> {}, List.of()), clock, lanes, settling),
          store);
    }
    return Files.size(folder.resolve("reveille.db"));
  }

  @Test
  void a_pulse_over_all_seats_is_cheap() throws Exception {
    clock.advance(Duration.ofHours(2));
    for (int i = 0; i < SEATS; i++) names.add("@seat%012d".formatted(i));
    var costs = new ArrayList<Double>();
    long before =
        run(
            (host, store) -> {
              for (var name : names) save(store, List.of(new SaveSeat(seat(name), 0)));
              pulse(host, names);
            });
    run(
        (host, store) -> {
          pulse(host, names);
          for (int i = 0; i < 5; i++) {
            clock.advance(Duration.ofMinutes(5));
            double start = cpuSeconds();
            pulse(host, names);
            costs.add(cpuSeconds() - start);
          }
          assertThat(store.sizes()).containsEntry("wake_decisions", (long) SEATS);
        });
    clock.advance(Duration.ofDays(1));
    long after = run((host, _) -> pulse(host, names));
    costs.sort(Double::compare);
    double perDay = (double) (after - before) / SEATS;
    System.out.printf(
        "pulse over %d seats: %.2f s of CPU at best, %.2f s median; harness calls %d%n",
        SEATS, costs.getFirst(), costs.get(2), harness.calls().size());
    System.out.printf("ledger: %.0f bytes for an idle seat and day%n", perDay);
    assertThat(harness.calls()).isEmpty();
    assertThat(perDay).isLessThan(1_000);
  }

  private static Seat seat(String name) {
    return new Seat(
        name,
        ScriptedHarness.NAME,
        null,
        List.of(),
        List.of(),
        null,
        true,
        Priority.NORMAL,
        48,
        null);
  }

  private static void pulse(LaneHost host, List<String> names) {
    var all =
        names.stream()
            .map(name -> host.ask(WakeCell.at(name), WakeCommand.Look.PULSE).toCompletableFuture())
            .toArray(CompletableFuture[]::new);
    CompletableFuture.allOf(all).join();
  }

  @Test
  void the_cost_of_a_decision_is_measured_and_printed() {
    var random = new Random(1);
    var inputs = new ArrayList<WakeInputs>();
    for (int i = 0; i < 1_000; i++) inputs.add(InputsBuilder.any(random).make());
    long yes = 0;
    double best = Double.MAX_VALUE;
    for (int round = 0; round < 40; round++) {
      long start = System.nanoTime();
      for (int i = 0; i < 20; i++) {
        for (var each : inputs) if (WakeDecision.of(each).isYes()) yes++;
      }
      best = Math.min(best, (System.nanoTime() - start) / 20_000.0);
    }
    System.out.printf("decision: %.0f ns (%d yes), state %s%n", best, yes, SeatState.IDLE);
    assertThat(yes).isPositive();
  }
}

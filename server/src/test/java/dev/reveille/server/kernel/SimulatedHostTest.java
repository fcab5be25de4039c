package dev.reveille.server.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * The host of one process under a seeded scheduler: every order of events that threads could make.
 */
class SimulatedHostTest extends HostContract {
  private final SeededScheduler scheduler = new SeededScheduler(new Random(7));
  private final FaultyCommitter committer = new FaultyCommitter(scheduler.serial());
  private final List<Effect> effects = new ArrayList<>();
  private final ManualClock clock = new ManualClock();
  private final LaneHost host = host(scheduler, committer, effects);

  private LaneHost host(SeededScheduler lanes, FaultyCommitter store, List<Effect> seen) {
    return new LaneHost(
        id -> load(id, store.durable(id)),
        store,
        new Effects() {
          @Override
          public void run(Effect effect) {
            seen.add(effect);
          }

          @Override
          public void flush() {}
        },
        clock,
        lanes,
        lanes.serial());
  }

  @Override
  Host host() {
    return host;
  }

  @Override
  void settle() {
    scheduler.runAll();
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

  @Test
  void a_flush_that_throws_and_a_cell_that_cannot_rest_stop_nobody() {
    var seen = new ArrayList<Effect>();
    var simulated =
        new LaneHost(
            id -> id.name().equals("restless") ? restless() : load(id, committer.durable(id)),
            committer,
            new Effects() {
              @Override
              public void run(Effect effect) {
                seen.add(effect);
              }

              @Override
              public void flush() {
                throw new IllegalStateException("on purpose");
              }
            },
            clock,
            scheduler,
            scheduler.serial());
    simulated.tell(counter("restless"), new Say("x"));
    simulated.tell(counter("even"), new Add(2));
    scheduler.runAll();
    assertThat(simulated.sweep(0)).isEqualTo(1);
    simulated.tell(counter("even"), new Add(2));
    scheduler.runAll();
    assertThat(seen).endsWith(new Said("even", "sum 4"));
  }

  private static Cell restless() {
    return new Cell() {
      @Override
      public Step handle(Command command) {
        return Step.none();
      }

      @Override
      public boolean mayUnload() {
        throw new IllegalStateException("on purpose");
      }
    };
  }

  @Test
  void a_cell_that_is_a_question_is_loaded_for_each_command() {
    var loads = new ArrayList<CellId>();
    var simulated =
        new LaneHost(
            id -> {
              loads.add(id);
              return question(loads.size());
            },
            committer,
            new Effects() {
              @Override
              public void run(Effect effect) {}

              @Override
              public void flush() {}
            },
            clock,
            scheduler,
            scheduler.serial());
    for (int i = 1; i <= 3; i++) {
      var asked = simulated.ask(counter("a"), new Say("?")).toCompletableFuture();
      scheduler.runAll();
      assertThat(asked).isCompletedWithValue(new Sum(i));
    }
  }

  private static Cell question(int answer) {
    return new Cell() {
      @Override
      public Step handle(Command command) {
        return Step.answer(new Sum(answer));
      }

      @Override
      public boolean mayUnload() {
        return true;
      }

      @Override
      public boolean isLoadedEachTime() {
        return true;
      }
    };
  }

  @Test
  void only_cells_that_lose_nothing_are_forgotten() {
    host.tell(counter("even"), new Add(2));
    host.tell(counter("odd"), new Add(1));
    settle();
    assertThat(host.sweep(0)).isEqualTo(1);
    host.tell(counter("even"), new Add(2));
    settle();
    assertThat(effects).endsWith(new Said("even", "sum 4"));
  }

  @Test
  void under_any_schedule_and_any_failures_sums_are_those_of_what_is_durable() {
    SeededRuns.check(
        2_000,
        random -> {
          var line = new SeededScheduler(random);
          var store = new FaultyCommitter(line.serial());
          var seen = new ArrayList<Effect>();
          var simulated = host(line, store, seen);
          for (int i = 0; i < 60; i++) {
            int failing = random.nextInt(8);
            store.failWhen(unit -> unit.writes().contains(new Figure(failing)));
            var cell = "c" + random.nextInt(3);
            if (random.nextBoolean()) {
              simulated.tell(counter(cell), new Add(random.nextInt(8)));
            } else {
              simulated.tell(
                  relay("r" + random.nextInt(2)), new Relay(cell, new Add(random.nextInt(8))));
            }
            if (random.nextInt(4) == 0) simulated.sweep(0);
            for (int s = random.nextInt(6); s > 0 && line.step(); s--) {}
          }
          line.runAll();
          store.failWhen(_ -> false);
          for (int c = 0; c < 3; c++) {
            simulated.sweep(0);
            var last = simulated.ask(counter("c" + c), new Add(1)).toCompletableFuture();
            line.runAll();
            assertThat(last).as("the disk is mended").isCompleted();
            int sum = 0;
            var expected = new ArrayList<String>();
            for (var write : store.durable(counter("c" + c))) {
              sum += ((Figure) write).number();
              expected.add("sum " + sum);
            }
            var name = "c" + c;
            assertThat(
                    seen.stream()
                        .filter(
                            e ->
                                e instanceof Said(var by, var w)
                                    && by.equals(name)
                                    && w.startsWith("sum"))
                        .map(e -> ((Said) e).word()))
                .isEqualTo(expected);
          }
        });
  }
}

package dev.reveille.server.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.SeededRuns;
import dev.reveille.server.kernel.TimerReads;
import dev.reveille.server.simulation.AlarmsFeature.AlarmCommand;
import dev.reveille.server.store.EventReads;
import dev.reveille.server.store.StoredEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Stored timers under every schedule: crashes, writes that fail, a disk that cannot be read, clocks
 * that jump, cells that are unloaded.
 */
class TimerSimulationTest {
  private static final List<CellId> OWNERS =
      List.of(
          new CellId(AlarmsFeature.BEDSIDE, "ada"),
          new CellId(AlarmsFeature.BEDSIDE, "bob"),
          new CellId(AlarmsFeature.KITCHEN, "ada"));

  /** The node, which is another one after each crash, and the numbers of the alarms. */
  private static final class Run {
    private final Random random;
    private SimulatedNode chat;
    private final List<Peak> peaks = new ArrayList<>();
    private int number;

    /** The wall time before the clock jumped. */
    private record Peak(long nanos, long wall) {}

    private Run(Random random) {
      this.random = random;
      chat = new SimulatedNode(random);
    }

    void set() {
      // An alarm may set itself again under its next number.
      number += 2;
      chat.tell(
          OWNERS.get(random.nextInt(OWNERS.size())),
          new AlarmCommand.Set(
              "a" + random.nextInt(4), number, random.nextInt(3_000), random.nextInt(4)));
    }

    void remove() {
      chat.tell(
          OWNERS.get(random.nextInt(OWNERS.size())),
          new AlarmCommand.Remove("a" + random.nextInt(4)));
    }

    void act() {
      int dice = random.nextInt(22);
      if (dice < 6) set();
      else if (dice < 8) remove();
      else if (dice < 14) chat.pass(Duration.ofMillis(random.nextInt(1_500)));
      else if (dice < 15) jump(Duration.ofHours(random.nextInt(49) - 24));
      else if (dice < 16) jump(Duration.ofMillis(random.nextInt(6_000) - 3_000));
      else if (dice < 17) unload();
      else if (dice < 18) chat.store().unreadable(random.nextBoolean());
      else if (dice < 19) chat.fragile(random.nextBoolean() ? AlarmsFeature.KITCHEN : null);
      else chat.run();
    }

    private void jump(Duration by) {
      peaks.add(new Peak(chat.nanos(), chat.wallMillis()));
      chat.jumpWall(by);
    }

    private void unload() {
      chat.run();
      chat.pass(Duration.ofMinutes(1));
      chat.sweep();
    }

    void settle() {
      chat.store().unreadable(false);
      chat.store().mendDisk();
      chat.fragile(null);
      for (int i = 0; i < 12; i++) {
        chat.run();
        chat.pass(Duration.ofSeconds(30));
      }
      chat.run();
    }

    List<StoredEvent> events() {
      return chat.store().reads(EventReads.class).events(0, 100_000).stream()
          .filter(event -> event.kind().startsWith("alarm."))
          .toList();
    }

    /**
     * Checks the events in the order of their commits: each alarm that was set rang once, unless it
     * was removed or set again before.
     */
    void check() {
      var pending = new HashMap<String, String>();
      for (var event : events()) follow(pending, event);
      assertThat(pending).as("alarms that never rang").isEmpty();
      var left = chat.store().reads(TimerReads.class).timersAfter(Long.MIN_VALUE, 0, 10);
      assertThat(left).as("rows that are left").isEmpty();
      assertThat(chat.timers()).as("timers that are left").isZero();
    }

    private void follow(Map<String, String> pending, StoredEvent event) {
      var parts = String.valueOf(event.detail()).split(" ", -1);
      var name = event.agent() + " " + parts[0];
      switch (event.kind()) {
        case AlarmsFeature.SET -> pending.put(name, parts[1]);
        case AlarmsFeature.REMOVED -> pending.remove(name);
        case AlarmsFeature.RANG -> {
          assertThat(pending.remove(name)).as("what rang: " + event).isEqualTo(parts[1]);
          if (parts.length > 2) checkNotEarly(Long.parseLong(parts[2]), Long.parseLong(parts[3]));
        }
        default -> throw new AssertionError(event);
      }
    }

    private void checkNotEarly(long setNanos, long at) {
      assertThat(peaks)
          .as("times at which the wall clock had shown " + at)
          .anyMatch(peak -> peak.nanos() >= setNanos && peak.wall() >= at);
    }
  }

  @Test
  void every_timer_fires_once_and_none_early_or_after_its_removal_whatever_fails() {
    SeededRuns.check(
        1_000,
        random -> {
          var run = new Run(random);
          int steps = 30 + random.nextInt(40);
          for (int i = 0; i < steps; i++) {
            run.chat.stumble();
            if (random.nextInt(15) == 0) run.chat.store().failNext(1 + random.nextInt(2));
            if (random.nextInt(25) == 0) run.chat = run.chat.kill();
            run.act();
          }
          run.settle();
          run.check();
        });
  }

  @Test
  void a_crash_after_any_write_loses_no_timer_and_repeats_no_effect() {
    SeededRuns.check(
        60,
        random -> {
          long seed = random.nextLong();
          for (int crashAfter = 1; crashAfter <= 12; crashAfter++) {
            var run = new Run(new Random(seed));
            for (int i = 0; i < 6; i++) run.set();
            for (int rounds = 0; rounds < 40 && run.events().size() < crashAfter; rounds++) {
              while (run.events().size() < crashAfter && run.chat.step()) {}
              if (run.events().size() < crashAfter) run.chat.pass(Duration.ofMillis(200));
            }
            run.chat = run.chat.kill();
            run.settle();
            run.check();
          }
        });
  }

  @Test
  void thousands_of_overdue_timers_fire_spread_at_the_start() {
    var run = new Run(new Random(1));
    for (int i = 0; i < 2_000; i++) {
      run.chat.tell(OWNERS.getFirst(), new AlarmCommand.Set("n" + i, i, 10, 0));
    }
    run.chat.run();
    run.chat.jumpWall(Duration.ofHours(1));
    run.chat = run.chat.kill();
    run.chat.pass(Duration.ZERO);
    run.chat.run();
    assertThat(run.events()).as("after the first moment").hasSizeLessThan(2_000 + 600);
    run.settle();
    run.check();
  }
}

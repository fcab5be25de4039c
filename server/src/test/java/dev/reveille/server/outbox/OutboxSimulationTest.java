package dev.reveille.server.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.kernel.SeededRuns;
import dev.reveille.server.outbox.ParcelCell.Label;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Durable tells under every crash, failing disks, cells that rest, and jumping clocks. */
class OutboxSimulationTest {

  /** Sends from three cells to two, some of it further on, some of it twice. */
  private static void send(TellWorld world, int number) {
    var from = "from" + number % 3;
    var to = "to" + number % 2;
    var label = number % 4 == 0 ? Label.FORWARD : Label.KEEP;
    world.send(from, to, "key" + number, label, "last");
    if (number % 5 == 0) world.send(from, to, "key" + number, label, "last");
  }

  /** Sends the same, with keys that come only once among the others. */
  private static void sendMixed(TellWorld world, int number) {
    send(world, number);
    for (int i = number % 4; i > 0; i--) {
      world.send("from" + number % 3, "to" + i % 2, ParcelCell.ONCE + number + "/" + i);
    }
    world.send("once" + number % 2, "to" + number % 2, ParcelCell.ONCE + number);
  }

  @Test
  void a_tell_has_one_effect_wherever_the_process_dies() {
    boolean over = false;
    for (int at = 0; !over; at++) {
      var world = new TellWorld(new Random(7));
      for (int i = 0; i < 12; i++) send(world, i);
      for (int i = 0; i < at && !over; i++) over = !world.step();
      var next = world.kill();
      next.settle();
      next.checkAllArrived();
      // Who does not know what became of it sends it again.
      for (int i = 0; i < 12; i++) send(next, i);
      next.settle();
      next.checkAllArrived();
      assertThat(ParcelCell.sent(next.store)).hasSize(15);
    }
  }

  @Test
  void it_has_one_effect_also_if_the_process_dies_again_and_again() {
    SeededRuns.check(
        200,
        random -> {
          var world = new TellWorld(random);
          for (int i = 0; i < 12; i++) {
            sendMixed(world, i);
            for (int s = random.nextInt(20); s > 0 && world.step(); s--) {}
            if (random.nextInt(3) == 0) world = world.kill();
          }
          world.settle();
          world.checkAllArrived();
        });
  }

  @Test
  void under_any_schedule_and_any_failures_each_has_one_effect_in_order() {
    SeededRuns.check(
        300,
        random -> {
          var world = new TellWorld(random, random.nextBoolean() ? 2 : 1000);
          for (int i = 0; i < 40; i++) {
            sendMixed(world, i);
            switch (random.nextInt(14)) {
              case 0 -> world.store.failNext(1 + random.nextInt(3));
              case 1 -> world.store.breakDisk();
              case 2, 3 -> world.store.mendDisk();
              case 4 -> world.store.unreadable(true);
              case 5, 6 -> world.store.unreadable(false);
              case 7 -> world.missing.add("to" + random.nextInt(2));
              case 8, 9 -> world.missing.clear();
              case 10 -> world = world.kill();
              case 11 -> world.host.sweep(0);
              case 12 -> world.jumpWall(Duration.ofHours(random.nextInt(-50, 50)));
              default -> world.timers.advance(Duration.ofSeconds(random.nextInt(70)));
            }
            for (int s = random.nextInt(25); s > 0 && world.step(); s--) {}
          }
          world.store.mendDisk();
          world.store.failNext(0);
          world.store.unreadable(false);
          world.missing.clear();
          world.settle();
          world.checkAllArrived();
        });
  }
}

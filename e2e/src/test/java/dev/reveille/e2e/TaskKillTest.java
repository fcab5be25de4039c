package dev.reveille.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An acknowledged change of a task survives {@code kill -9}: one owner, and logs without gaps. */
class TaskKillTest {
  private final Path folder;
  private final List<TaskHand> hands = new ArrayList<>();

  TaskKillTest(@TempDir Path folder) {
    this.folder = folder;
    for (int i = 0; i < 4; i++) hands.add(new TaskHand("hand" + i));
  }

  private ServerProcess start() {
    var env = new HashMap<>(ServerProcess.NO_LIMITS);
    env.put("TASKS_MAX_OPEN", "100000");
    return ServerProcess.start(folder.resolve("data"), env);
  }

  @Test
  void acknowledged_changes_of_tasks_survive_kill_9_under_load() throws Exception {
    var random = Seed.random("kill -9 of tasks");
    int rounds = Seed.rounds(8, 100);
    for (int round = 0; round < rounds; round++) {
      try (var server = start()) {
        hands.forEach(hand -> hand.connect(server.uri()));
        hands.forEach(TaskHand::settle);
        var loads = load();
        Thread.sleep(200 + random.nextInt(700));
        server.kill();
        for (var load : loads) load.get(30, TimeUnit.SECONDS);
        assertThat(server.errors()).isEmpty();
      }
    }
    try (var server = start()) {
      hands.forEach(hand -> hand.connect(server.uri()));
      hands.forEach(TaskHand::settle);
      hands.forEach(TaskHand::leave);
      server.terminate(Duration.ofSeconds(20));
      check(server.database());
    }
    System.out.printf(
        "kill -9: %d rounds, %d changes of tasks promised, %d races lost%n",
        rounds,
        hands.stream().mapToInt(hand -> hand.promises().size()).sum(),
        hands.stream().mapToInt(TaskHand::lostRaces).sum());
  }

  private List<Future<?>> load() {
    var threads = Executors.newVirtualThreadPerTaskExecutor();
    var all = new ArrayList<Future<?>>();
    for (var hand : hands) all.add(threads.submit(hand::load));
    threads.shutdown();
    return all;
  }

  private void check(Path database) {
    assertThat(Database.integrity(database)).containsExactly("ok");
    assertThat(Database.streamsWithGaps(database)).isEmpty();
    assertThat(Database.tasksWithGaps(database)).isEmpty();
    assertThat(Database.tasksOfSeveralOwners(database)).isEmpty();
    var rows = new HashSet<>(Database.taskLog(database));
    for (var hand : hands) {
      assertThat(hand.faults()).isEmpty();
      assertThat(hand.promises()).isNotEmpty();
      for (var promise : hand.promises()) {
        assertThat(rows)
            .contains(
                promise.task()
                    + " "
                    + promise.seq()
                    + " "
                    + promise.state()
                    + " "
                    + promise.actor());
      }
    }
    assertThat(hands.stream().mapToInt(TaskHand::lostRaces).sum()).as("races").isPositive();
  }
}

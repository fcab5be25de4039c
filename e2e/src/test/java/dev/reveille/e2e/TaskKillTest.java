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

/**
 * An acknowledged change of a task survives {@code kill -9}: one owner, logs without gaps, and each
 * row told once to everybody whom it concerns.
 */
class TaskKillTest {
  private static final int MOST_ENDS = 5;

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
    var database = end(0);
    check(database);
    // What follows from a change, an expiry or a completed blocker, may come after all is answered.
    for (int more = 1; more < MOST_ENDS && !Database.untold(database).isEmpty(); more++) end(more);
    assertThat(Database.untold(database)).as("rows that somebody was not told of").isEmpty();
    assertThat(Database.wronglyTold(database)).isEmpty();
    assertThat(Database.taskEvents(database))
        .contains("created", "claimed", "completed", "expired", "unblocked");
    System.out.printf(
        "kill -9: %d rounds, %d changes of tasks promised, %d races lost%n",
        rounds,
        hands.stream().mapToInt(hand -> hand.promises().size()).sum(),
        hands.stream().mapToInt(TaskHand::lostRaces).sum());
  }

  /** Lets the server answer everything and tell everybody; returns its database. */
  private Path end(int n) throws Exception {
    try (var server = start()) {
      hands.forEach(hand -> hand.connect(server.uri()));
      hands.forEach(TaskHand::settle);
      // Rows are told in the order of the log, so who heard of this one heard of those before it.
      var last = hands.getFirst().announce("the end " + n);
      hands.stream().skip(1).forEach(hand -> hand.awaitNews(last));
      hands.forEach(TaskHand::leave);
      server.terminate(Duration.ofSeconds(20));
      return server.database();
    }
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

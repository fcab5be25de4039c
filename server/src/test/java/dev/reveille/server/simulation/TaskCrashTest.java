package dev.reveille.server.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.TaskDraft;
import dev.reveille.protocol.TaskExpiry;
import dev.reveille.protocol.TaskMessages;
import dev.reveille.protocol.TaskMove;
import dev.reveille.protocol.TaskState;
import dev.reveille.server.kernel.SeededRuns;
import dev.reveille.server.task.StoredTaskLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Three tasks through their whole lives, with a crash after each unit that they store: questions, a
 * dependency, a cancellation, an expiry and the mark of what was told.
 */
class TaskCrashTest {

  /** A life whose process dies after so many units. Then everybody asks everything again. */
  private static final class Life extends TaskFixture {
    private final List<SimulatedAgent> all = new ArrayList<>();
    private final Map<String, String> tasks = new HashMap<>();
    private final long last;
    private long units;

    private Life(Random random, long last) {
      super(random, "limits.mailbox-max = 100000");
      this.last = last;
      all.addAll(List.of(ada, bob, cy));
      node.store()
          .onCommit(
              () -> {
                if (++units >= last) node.store().breakDisk();
              });
    }

    private boolean isDead() {
      return units >= last;
    }

    private void startAgain() {
      node = node.kill();
      node.store().mendDisk();
      ada = node.connect("ada").identifyForTasks(ADA_KEY);
      bob = node.connect("bob").identifyForTasks(BOB_KEY);
      cy = node.connect("cy").identifyForTasks(CY_KEY);
      all.addAll(List.of(ada, bob, cy));
      node.run();
    }

    private void work() {
      if (last == Long.MAX_VALUE || isDead()) node.run();
      else while (!isDead() && node.step()) {}
    }

    private void tell(SimulatedAgent agent, ClientMessage request) {
      agent.send(request);
      work();
    }

    private void make(String key, TaskDraft draft) {
      tell(ada, new TaskMessages.Create(draft, key));
      for (var answer : answers(ada)) {
        if (key.equals(answer.clientMsgId())) tasks.put(key, answer.task().taskId());
      }
    }

    private void step(SimulatedAgent agent, TaskMove kind, String task, TaskState to) {
      var move = TaskMessages.Move.of(kind, tasks.getOrDefault(task, "?"));
      if (kind == TaskMove.UPDATE) move = move.to(to);
      tell(agent, move.withClientMsgId(kind + task + to));
    }

    /** The script: what it does a second time is known by its keys. */
    private List<Runnable> script() {
      return List.of(
          () -> make("a", TaskDraft.of(BOB, "first")),
          () -> step(bob, TaskMove.CLAIM, "a", TaskState.WORKING),
          () ->
              make(
                  "b",
                  TaskDraft.of("#general", "second")
                      .withRelations(List.of(tasks.getOrDefault("a", "?")), null)),
          () -> step(bob, TaskMove.UPDATE, "a", TaskState.INPUT_REQUIRED),
          () -> step(ada, TaskMove.UPDATE, "a", TaskState.WORKING),
          () -> step(bob, TaskMove.COMPLETE, "a", TaskState.COMPLETED),
          () -> step(cy, TaskMove.CLAIM, "b", TaskState.WORKING),
          () -> step(ada, TaskMove.CANCEL, "b", TaskState.CANCELED),
          () -> make("c", TaskDraft.of(BOB, "third").withExpiry(TaskExpiry.after(60))),
          () -> step(bob, TaskMove.CLAIM, "c", TaskState.WORKING),
          () -> {
            node.pass(Duration.ofSeconds(61));
            work();
          },
          () -> {
            node.lookForEmptyChannels();
            work();
          });
    }

    private Life live() {
      for (var each : script()) {
        if (isDead()) break;
        each.run();
      }
      if (isDead()) {
        startAgain();
        script().forEach(Runnable::run);
      }
      for (int i = 0; i < 4; i++) {
        node.run();
        node.pass(Duration.ofSeconds(30));
      }
      node.run();
      return this;
    }

    private List<String> story() {
      return List.of("a", "b", "c").stream()
          .map(key -> log(tasks.getOrDefault(key, "?")))
          .map(log -> key(log))
          .toList();
    }

    private static String key(List<StoredTaskLog> log) {
      return String.join(" ", log.stream().map(StoredTaskLog::event).toList());
    }

    private void check() {
      var check = new TaskCheck(node);
      check.logs();
      check.answers(all);
      check.hints(Set.of(ADA, BOB, CY));
      check.expiries();
      check.links();
      assertThat(check.tasks()).isEqualTo(3);
      assertThat(node.store().sizes()).containsEntry("outbox", 0L);
      assertThat(story())
          .containsExactly(
              "created claimed input_required resumed completed",
              "created unblocked claimed canceled",
              "created claimed expired");
    }
  }

  @Test
  void a_crash_after_any_unit_of_whole_lives_loses_and_doubles_nothing() {
    SeededRuns.check(
        3,
        random -> {
          long seed = random.nextLong();
          var whole = new Life(new Random(seed), Long.MAX_VALUE).live();
          whole.check();
          assertThat(whole.units).as("units of whole lives").isGreaterThan(25);
          for (long last = 1; last <= whole.units; last++) {
            new Life(new Random(seed), last).live().check();
          }
        });
  }
}

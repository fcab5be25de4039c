package dev.reveille.server.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.Identity;
import dev.reveille.protocol.TaskAnswers;
import dev.reveille.protocol.TaskDraft;
import dev.reveille.protocol.TaskExpiry;
import dev.reveille.protocol.TaskMessages;
import dev.reveille.protocol.TaskMove;
import dev.reveille.protocol.TaskPart;
import dev.reveille.protocol.TaskState;
import dev.reveille.protocol.TaskView;
import dev.reveille.server.kernel.SeededRuns;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Tasks under every schedule: crashes, writes that fail, cells that are unloaded, clocks that jump,
 * agents that race for the same task and that come and go.
 */
class TaskSimulationTest {
  private static final List<String> NAMES = List.of("ada", "bob", "cy");

  /** Making a key costs more than a run, and which keys they are does not matter. */
  private static final Map<String, Identity> KEYS = keys();

  private static Map<String, Identity> keys() {
    var keys = new LinkedHashMap<String, Identity>();
    for (var name : NAMES) keys.put(name, SeededIdentity.of(name.hashCode()));
    return keys;
  }

  private static String id(String name) {
    return "@" + Objects.requireNonNull(KEYS.get(name)).publicKey().agentId();
  }

  /** The node, which is another one after each crash, and the agents of all its lives. */
  private static final class Run {
    private final Random random;
    private SimulatedNode node;
    private final Map<String, SimulatedAgent> present = new HashMap<>();
    private final List<SimulatedAgent> all = new ArrayList<>();
    private int keys;

    private Run(Random random) {
      this.random = random;
      node =
          SimulatedNode.with(
              random, "limits.mailbox-max = 100000, tasks { max-open = 30, cleanup-seconds = 2 }");
      for (var name : NAMES) connect(name);
      node.run();
    }

    void connect(String name) {
      var agent = node.connect(name).identify(KEYS.get(name));
      present.put(name, agent);
      all.add(agent);
    }

    void kill() {
      node = node.kill();
      present.clear();
      for (var name : NAMES) if (random.nextInt(4) > 0) connect(name);
    }

    private SimulatedAgent anybody() {
      var name = NAMES.get(random.nextInt(NAMES.size()));
      var agent = present.get(name);
      if (agent == null || agent.isGone()) connect(name);
      return Objects.requireNonNull(present.get(name));
    }

    /** The ids that clients were told, newest last. */
    private List<String> known() {
      var ids = new ArrayList<String>();
      for (var agent : all) {
        for (var each : agent.known()) {
          if (each.message() instanceof TaskAnswers.Answer answer) {
            ids.remove(answer.task().taskId());
            ids.add(answer.task().taskId());
          }
        }
      }
      return ids;
    }

    private String key() {
      return "k" + ++keys;
    }

    void create() {
      var agent = anybody();
      int dice = random.nextInt(3);
      var to = dice == 0 ? "#general" : id(NAMES.get(random.nextInt(NAMES.size())));
      var draft = TaskDraft.of(to, "task " + keys).withInput(TaskPart.ofText("do it"));
      if (random.nextInt(3) == 0) {
        draft = draft.withExpiry(TaskExpiry.after(1 + random.nextInt(4)));
      }
      var known = known();
      if (random.nextInt(4) == 0 && !known.isEmpty()) {
        draft = draft.withRelations(List.of(pick(known)), null);
      }
      var create = new TaskMessages.Create(draft, key());
      agent.send(create);
      if (random.nextInt(6) == 0) agent.send(create);
    }

    private <T> T pick(List<T> from) {
      return from.get(random.nextInt(from.size()));
    }

    void move() {
      var known = known();
      if (known.isEmpty()) return;
      var task = known.get(Math.max(0, known.size() - 1 - random.nextInt(4)));
      var kind = pick(List.of(TaskMove.values()));
      var move = TaskMessages.Move.of(kind, task).withClientMsgId(key());
      if (kind == TaskMove.EXTEND) move = move.withExpiry(TaskExpiry.after(5));
      if (kind == TaskMove.UPDATE && random.nextBoolean()) {
        move =
            move.to(
                pick(
                    List.of(TaskState.WORKING, TaskState.INPUT_REQUIRED, TaskState.AUTH_REQUIRED)));
      }
      if (kind == TaskMove.UPDATE && random.nextInt(3) == 0) {
        move = move.withBlockedBy(List.of(pick(known)));
      }
      if (random.nextInt(8) == 0) move = move.expecting(pick(List.of(TaskState.values())));
      var agent = anybody();
      agent.send(move);
      if (random.nextInt(8) == 0) agent.send(move);
    }

    /** Somebody does what its part in a task allows, as far as clients know. */
    void work() {
      TaskView task = null;
      for (var agent : all) {
        for (var each : agent.known()) {
          if (each.message() instanceof TaskAnswers.Answer answer
              && !answer.task().state().isOver()
              && (task == null || random.nextInt(3) == 0)) {
            task = answer.task();
          }
        }
      }
      if (task == null) return;
      var owner = task.owner();
      var kind =
          owner == null
              ? pick(List.of(TaskMove.CLAIM, TaskMove.CLAIM, TaskMove.EXTEND, TaskMove.CANCEL))
              : pick(
                  List.of(
                      TaskMove.UPDATE,
                      TaskMove.UPDATE,
                      TaskMove.COMPLETE,
                      TaskMove.FAIL,
                      TaskMove.GIVE_BACK,
                      TaskMove.CANCEL));
      boolean originators = kind == TaskMove.CANCEL || kind == TaskMove.EXTEND;
      var who = originators ? task.from() : owner == null ? task.to() : owner;
      var move = TaskMessages.Move.of(kind, task.taskId()).withClientMsgId(key());
      if (kind == TaskMove.EXTEND) move = move.withExpiry(TaskExpiry.after(9));
      if (kind == TaskMove.UPDATE && random.nextBoolean()) move = move.to(TaskState.INPUT_REQUIRED);
      if (kind == TaskMove.UPDATE && random.nextInt(3) == 0) {
        move = move.to(TaskState.WORKING).saying(TaskPart.ofText("on it"), List.of());
      }
      for (var name : NAMES) {
        var agent = present.get(name);
        if (agent == null || agent.isGone() || !(who.startsWith("#") || who.equals(id(name)))) {
          continue;
        }
        agent.send(move.withClientMsgId(key()));
      }
    }

    /** All claim the newest task at once. */
    void race() {
      var known = known();
      if (known.isEmpty()) return;
      for (var name : NAMES) {
        var agent = present.get(name);
        if (agent == null || agent.isGone()) continue;
        agent.send(TaskMessages.Move.of(TaskMove.CLAIM, known.getLast()).withClientMsgId(key()));
      }
    }

    void finish() {
      var known = known();
      if (known.isEmpty()) return;
      for (var name : NAMES) {
        var agent = present.get(name);
        if (agent == null || agent.isGone()) continue;
        agent.send(TaskMessages.Move.of(TaskMove.COMPLETE, known.getLast()).withClientMsgId(key()));
      }
    }

    void act() {
      int dice = random.nextInt(30);
      if (dice < 4) create();
      else if (dice < 7) move();
      else if (dice < 15) work();
      else if (dice < 18) race();
      else if (dice < 20) finish();
      else if (dice < 21) watch();
      else if (dice < 22) anybody().vanish();
      else if (dice < 25) node.pass(Duration.ofMillis(random.nextInt(1_500)));
      else if (dice < 26) node.jumpWall(Duration.ofSeconds(random.nextInt(21) - 10));
      else if (dice < 27) unload();
      else if (dice < 28) node.lookForEmptyChannels();
      else node.run();
    }

    private void watch() {
      var known = known();
      if (!known.isEmpty()) anybody().send(new TaskMessages.Watch(pick(known), 0, true));
    }

    private void unload() {
      node.run();
      node.pass(Duration.ofMinutes(1));
      node.sweep();
    }

    void settle() {
      node.store().mendDisk();
      for (int i = 0; i < 8; i++) {
        node.run();
        node.pass(Duration.ofSeconds(30));
      }
      node.run();
    }

    TaskCheck check() {
      var check = new TaskCheck(node);
      check.logs();
      check.answers(all);
      check.hints(Set.of(id("ada"), id("bob"), id("cy")));
      check.expiries();
      check.links();
      check.watched(all);
      assertThat(node.store().sizes()).containsEntry("outbox", 0L);
      return check;
    }
  }

  @Test
  void one_owner_no_lost_and_no_doubled_change_and_a_log_without_gaps_whatever_fails() {
    var seen = new int[2];
    SeededRuns.check(
        1_000,
        random -> {
          var run = new Run(random);
          int steps = 25 + random.nextInt(35);
          for (int i = 0; i < steps; i++) {
            run.node.stumble();
            if (random.nextInt(14) == 0) run.node.store().failNext(1 + random.nextInt(3));
            if (random.nextInt(25) == 0) run.kill();
            run.act();
          }
          run.settle();
          var check = run.check();
          seen[0] += check.tasks();
          seen[1] += check.rows();
        });
    assertThat(seen[1]).as("rows of " + seen[0] + " tasks").isGreaterThan(2 * seen[0]);
  }

  @Test
  void a_crash_after_any_write_loses_and_doubles_nothing() {
    SeededRuns.check(
        30,
        random -> {
          long seed = random.nextLong();
          for (int crashAfter = 1; crashAfter <= 25; crashAfter++) {
            var run = new Run(new Random(seed));
            var crash = new CrashAfter(run, crashAfter);
            crash.steps(run::create);
            crash.steps(run::create);
            crash.steps(run::race);
            crash.steps(run::finish);
            crash.steps(run::move);
            run.kill();
            run.settle();
            run.check();
          }
        });
  }

  /** Lets the node work until so many units were committed; then nothing happens any more. */
  private static final class CrashAfter {
    private final Run run;
    private final long last;

    private CrashAfter(Run run, int units) {
      this.run = run;
      last = committed() + units;
    }

    private long committed() {
      return run.node.store().sizes().values().stream().mapToLong(size -> size).sum();
    }

    void steps(Runnable act) {
      if (committed() >= last) return;
      act.run();
      while (committed() < last && run.node.step()) {}
    }
  }
}

package dev.reveille.server.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.Priority;
import dev.reveille.protocol.RouteMessages;
import dev.reveille.protocol.TaskAnswers;
import dev.reveille.protocol.TaskDraft;
import dev.reveille.protocol.TaskMessages;
import dev.reveille.protocol.TaskMove;
import dev.reveille.protocol.TaskPart;
import dev.reveille.protocol.TaskState;
import dev.reveille.server.decision.WakeReason;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Wakes of an idle seat because of its tasks. */
class TaskWakeTest extends RouteFixture {
  private String create(SimulatedAgent from, String to) {
    send(from, new TaskMessages.Create(TaskDraft.of(to, "Wait for CI"), null));
    return messages(from, TaskAnswers.Answer.class).getLast().task().taskId();
  }

  private void say(SimulatedAgent from, String task, String text) {
    send(
        from, TaskMessages.Move.of(TaskMove.UPDATE, task).saying(TaskPart.ofText(text), List.of()));
  }

  @Test
  void an_agent_that_adds_to_its_own_task_is_not_woken_again_by_it() {
    var task = create(cy, ADA);
    minutes(10);
    assertThat(wakes(ADA)).hasSize(1);
    send(ada, TaskMessages.Move.of(TaskMove.CLAIM, task));
    for (int i = 0; i < 10; i++) {
      say(ada, task, "Still waiting for CI");
      minutes(2);
    }
    assertThat(wakes(ADA)).as("nobody else did anything").hasSize(1);
    say(cy, task, "It is green");
    minutes(20);
    assertThat(wakes(ADA)).as("this is news").hasSize(2);
  }

  @Test
  void the_originator_of_a_task_that_needs_a_permission_is_woken_by_the_pulse() {
    var task = create(ada, CY);
    send(cy, TaskMessages.Move.of(TaskMove.CLAIM, task));
    send(cy, TaskMessages.Move.of(TaskMove.UPDATE, task).to(TaskState.AUTH_REQUIRED));
    minutes(10);
    assertThat(wakes(ADA).getLast().because()).contains(WakeReason.TASK_WAITING);
  }

  @Test
  void a_route_for_tasks_of_one_agent_or_of_high_priority_lets_no_other_task_through() {
    removeAll();
    set(
        new RouteMessages.Wish(
            "task", Priority.HIGH, List.of(), List.of(), null, "seat", "immediate", null));
    set(wish("task", "immediate", "@" + "b".repeat(16)));
    create(cy, ADA);
    minutes(20);
    assertThat(wakes(ADA)).isEmpty();
    set(wish("task", "immediate", CY));
    minutes(20);
    assertThat(wakes(ADA)).hasSize(1);
  }
}

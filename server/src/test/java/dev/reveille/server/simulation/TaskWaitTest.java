package dev.reveille.server.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.Json;
import dev.reveille.protocol.TaskDraft;
import dev.reveille.protocol.TaskExpiry;
import dev.reveille.protocol.TaskMessages;
import dev.reveille.protocol.TaskMove;
import dev.reveille.protocol.TaskState;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.store.EventReads;
import dev.reveille.server.store.StoredEvent;
import dev.reveille.server.task.TaskBoard;
import dev.reveille.server.task.TaskConfig;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Waits between tasks, and the findings about them. */
class TaskWaitTest extends TaskFixture {
  TaskWaitTest() {
    super("tasks.stalled-minutes = 30");
  }

  /** The look that the server takes every minute. */
  private void look() {
    node.lookForEmptyChannels();
    node.run();
  }

  private List<StoredEvent> reported(String kind) {
    return node.store().reads(EventReads.class).events(0, 10_000).stream()
        .filter(event -> event.kind().equals("task." + kind))
        .toList();
  }

  private JsonNode waits() {
    var clock =
        new Clock() {
          @Override
          public long nanos() {
            return node.nanos();
          }

          @Override
          public long wallMillis() {
            return node.wallMillis();
          }
        };
    var config = new TaskConfig(1, 1, Duration.ZERO, Duration.ofMinutes(30));
    return Json.read(new TaskBoard(node.store(), config, clock).waits()).orElseThrow();
  }

  @Test
  void a_circle_of_agents_that_wait_for_each_other_is_reported_once() {
    var first = create(BOB, "first").taskId();
    move(bob, TaskMove.CLAIM, first);
    ask(bob, move(TaskMove.UPDATE, first).to(TaskState.INPUT_REQUIRED));
    look();
    assertThat(reported("cycle")).isEmpty();
    assertThat(waits().path("waits").path(0).path("kind").asString()).isEqualTo("input");
    assertThat(waits().path("waits").path(0).path("waiter").asString()).isEqualTo(BOB);
    assertThat(waits().path("waits").path(0).path("on").asString()).isEqualTo(ADA);
    var second =
        ask(bob, new TaskMessages.Create(TaskDraft.of(ADA, "second"), null)).task().taskId();
    move(ada, TaskMove.CLAIM, second);
    ask(ada, move(TaskMove.UPDATE, second).to(TaskState.INPUT_REQUIRED));
    look();
    look();
    restart();
    look();
    assertThat(reported("cycle")).hasSize(1);
    assertThat(String.valueOf(reported("cycle").getFirst().detail()))
        .contains(ADA)
        .contains(BOB)
        .contains(first)
        .contains(second);
    assertThat(waits().path("findings").path(0).path("kind").asString()).isEqualTo("cycle");
    ask(ada, move(TaskMove.UPDATE, second).to(TaskState.WORKING));
    look();
    assertThat(waits().path("findings").size()).as("it is over").isZero();
  }

  @Test
  void a_wait_for_a_task_that_ended_otherwise_is_dead_and_reported_once() {
    var first = create(TaskDraft.of(BOB, "first").withExpiry(TaskExpiry.after(5))).taskId();
    var second = create(TaskDraft.of(CY, "second").withRelations(List.of(first), null)).taskId();
    look();
    assertThat(reported("dead_wait")).isEmpty();
    node.pass(Duration.ofSeconds(6));
    node.run();
    look();
    look();
    assertThat(reported("dead_wait")).hasSize(1);
    assertThat(String.valueOf(reported("dead_wait").getFirst().detail()))
        .contains(second)
        .contains(first)
        .contains("EXPIRED");
    ask(ada, move(TaskMove.UPDATE, second).withBlockedBy(List.of()));
    look();
    assertThat(waits().path("findings").size()).isZero();
    assertThat(move(cy, TaskMove.CLAIM, second).ok()).as("its originator freed it").isTrue();
  }

  @Test
  void a_task_that_nobody_touches_for_long_is_reported_once_until_it_is_touched() {
    var task = create(BOB, "t").taskId();
    move(bob, TaskMove.CLAIM, task);
    node.pass(Duration.ofMinutes(29));
    look();
    assertThat(reported("stalled")).isEmpty();
    node.pass(Duration.ofMinutes(1));
    look();
    node.pass(Duration.ofMinutes(5));
    look();
    assertThat(reported("stalled")).hasSize(1);
    assertThat(reported("stalled").getFirst().agent()).isEqualTo(BOB);
    ask(bob, move(TaskMove.UPDATE, task));
    look();
    assertThat(waits().path("findings").size()).isZero();
    node.pass(Duration.ofMinutes(31));
    look();
    assertThat(reported("stalled")).hasSize(2);
  }

  private void asks(SimulatedAgent owner, SimulatedAgent from, String to) {
    var task = ask(from, new TaskMessages.Create(TaskDraft.of(to, "t"), null)).task().taskId();
    move(owner, TaskMove.CLAIM, task);
    ask(owner, move(TaskMove.UPDATE, task).to(TaskState.INPUT_REQUIRED));
  }

  @Test
  void a_further_task_in_a_circle_is_nothing_new_and_a_finding_names_few_of_them() {
    asks(bob, ada, BOB);
    asks(ada, bob, ADA);
    look();
    for (int i = 0; i < 25; i++) {
      asks(bob, ada, BOB);
      look();
    }
    assertThat(reported("cycle")).hasSize(1);
    var detail = waits().path("findings").path(0).path("detail");
    assertThat(detail.path("tasks").size()).isEqualTo(20);
    assertThat(detail.path("tasks_in_all").asInt()).isEqualTo(27);
  }

  @Test
  void a_question_that_nobody_answers_for_long_is_reported() {
    asks(bob, ada, BOB);
    node.pass(Duration.ofMinutes(31));
    look();
    assertThat(reported("stalled")).hasSize(1);
    assertThat(reported("stalled").getFirst().agent()).as("who is asked").isEqualTo(ADA);
  }

  @Test
  void two_agents_that_leave_unrelated_tasks_of_each_other_alone_are_no_circle() {
    create(BOB, "first");
    ask(bob, new TaskMessages.Create(TaskDraft.of(ADA, "second"), null));
    node.pass(Duration.ofMinutes(31));
    look();
    assertThat(reported("cycle")).isEmpty();
    assertThat(reported("stalled")).hasSize(2);
  }
}

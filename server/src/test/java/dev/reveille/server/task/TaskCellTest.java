package dev.reveille.server.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.TaskMove;
import dev.reveille.protocol.TaskState;
import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.kernel.SetTimer;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Tell;
import dev.reveille.server.store.AppendEvent;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class TaskCellTest {
  private static final String OTHER = "task_zzzzzzzzzzzzzzzzzzzzzzzzzz";

  private static ErrorCode refusal(Step step) {
    return step.answer() instanceof ChatAnswer.Refused(var code, _)
        ? code
        : ErrorCode.STORE_UNAVAILABLE;
  }

  private static String reason(Step step) {
    return TaskRoom.answer(step).map(a -> String.valueOf(a.reason())).orElse("none");
  }

  @Test
  void behaviour_28_the_second_claimant_gets_a_lost_race_that_names_state_and_owner() {
    var room = TaskRoom.broadcast(TaskState.SUBMITTED, null);
    assertThat(TaskRoom.moved(room.tell(TaskRoom.BOB, TaskMove.CLAIM))).isPresent();
    var lost = room.tell(TaskRoom.CY, TaskMove.CLAIM);
    assertThat(lost.answer()).as("no error").isInstanceOf(ChatAnswer.Done.class);
    var answer = TaskRoom.answer(lost).orElseThrow();
    assertThat(answer.ok()).isFalse();
    assertThat(answer.reason()).isEqualTo("taken");
    assertThat(answer.task().state()).isEqualTo(TaskState.WORKING);
    assertThat(answer.task().owner()).isEqualTo(TaskRoom.BOB);
  }

  @Test
  void behaviour_29_nobody_but_the_owner_moves_a_claimed_task() {
    var room = TaskRoom.broadcast(TaskState.SUBMITTED, null);
    room.tell(TaskRoom.BOB, TaskMove.CLAIM);
    for (var move :
        List.of(TaskMove.COMPLETE, TaskMove.FAIL, TaskMove.REJECT, TaskMove.GIVE_BACK)) {
      assertThat(refusal(room.tell(TaskRoom.CY, move))).isEqualTo(ErrorCode.NOT_ALLOWED);
      assertThat(refusal(room.tell(TaskRoom.ADA, move))).isEqualTo(ErrorCode.NOT_ALLOWED);
    }
    assertThat(refusal(room.tell(TaskRoom.CY, TaskMove.CANCEL))).isEqualTo(ErrorCode.NOT_ALLOWED);
    assertThat(TaskRoom.moved(room.tell(TaskRoom.BOB, TaskMove.COMPLETE))).isPresent();
  }

  @Test
  void behaviour_31_an_agent_outside_the_audience_finds_no_task() {
    var room = TaskRoom.broadcast(TaskState.SUBMITTED, null);
    for (var move : TaskMove.values()) {
      assertThat(refusal(room.tell(TaskRoom.EVE, move))).isEqualTo(ErrorCode.TASK_NOT_FOUND);
    }
    assertThat(refusal(room.tell(new TaskCommand.Show(TaskRoom.asker(TaskRoom.EVE), 0))))
        .isEqualTo(ErrorCode.TASK_NOT_FOUND);
    assertThat(refusal(room.tell(new TaskCommand.Watch(TaskRoom.asker(TaskRoom.EVE), 0, true))))
        .isEqualTo(ErrorCode.TASK_NOT_FOUND);
    assertThat(refusal(room.tell(new TaskCommand.See(TaskRoom.EVE))))
        .isEqualTo(ErrorCode.TASK_NOT_FOUND);
  }

  @Test
  void the_originator_of_a_broadcast_does_not_claim_it() {
    var room = TaskRoom.broadcast(TaskState.SUBMITTED, null);
    assertThat(refusal(room.tell(TaskRoom.ADA, TaskMove.CLAIM))).isEqualTo(ErrorCode.NOT_ALLOWED);
  }

  @Test
  void
      behaviour_33_an_expected_state_that_is_not_there_changes_nothing_and_names_the_present_one() {
    var room = TaskRoom.direct(TaskState.WORKING, TaskRoom.BOB);
    var asked = TaskRoom.move(TaskRoom.BOB, TaskMove.COMPLETE, null);
    var step =
        room.tell(
            new TaskCommand.Move(
                asked.asker(),
                asked.move(),
                null,
                TaskState.INPUT_REQUIRED,
                asked.said(),
                null,
                null));
    assertThat(TaskRoom.moved(step)).isEmpty();
    assertThat(reason(step)).isEqualTo("expected_state");
    assertThat(TaskRoom.answer(step).orElseThrow().task().state()).isEqualTo(TaskState.WORKING);
  }

  @Test
  void behaviour_36_a_row_has_both_states_actor_and_time_and_the_actor_is_not_told() {
    var room = TaskRoom.direct(TaskState.WORKING, TaskRoom.BOB);
    room.clock.advance(Duration.ofSeconds(5));
    var step = room.tell(TaskRoom.BOB, TaskMove.COMPLETE);
    var row =
        TaskRoom.writes(step)
            .filter(AppendTaskLog.class::isInstance)
            .map(write -> ((AppendTaskLog) write).row())
            .findFirst()
            .orElseThrow();
    assertThat(row.previous()).isEqualTo(TaskState.WORKING);
    assertThat(row.state()).isEqualTo(TaskState.COMPLETED);
    assertThat(row.actor()).isEqualTo(TaskRoom.BOB);
    assertThat(row.at()).isEqualTo(room.clock.wallMillis());
    assertThat(row.seq()).isEqualTo(2);
    assertThat(TaskRoom.told(step)).containsExactly(TaskRoom.ADA);
    assertThat(step.units()).as("row, task and tells are one unit").hasSize(1);
    assertThat(step.units().getFirst().required()).isTrue();
    assertThat(TaskRoom.writes(step)).anyMatch(AppendEvent.class::isInstance);
  }

  @Test
  void a_task_that_is_given_back_is_offered_again_to_everybody_but_the_one_that_gave_it_back() {
    var room = TaskRoom.broadcast(TaskState.WORKING, TaskRoom.BOB);
    var step = room.tell(TaskRoom.BOB, TaskMove.GIVE_BACK);
    assertThat(TaskRoom.moved(step).orElseThrow().owner()).isNull();
    assertThat(TaskRoom.told(step)).containsExactlyInAnyOrder(TaskRoom.ADA, TaskRoom.CY);
    assertThat(TaskRoom.moved(room.tell(TaskRoom.CY, TaskMove.CLAIM)).orElseThrow().owner())
        .isEqualTo(TaskRoom.CY);
  }

  @Test
  void the_owner_of_a_canceled_task_may_add_to_it_until_the_stated_time() {
    var room = TaskRoom.direct(TaskState.WORKING, TaskRoom.BOB);
    var canceled = room.tell(TaskRoom.ADA, TaskMove.CANCEL);
    assertThat(TaskRoom.told(canceled)).containsExactly(TaskRoom.BOB);
    assertThat(TaskRoom.moved(canceled).orElseThrow().cleanupUntil())
        .isEqualTo(room.clock.wallMillis() + TaskRoom.CLEANUP.toMillis());
    var added = room.tell(TaskRoom.BOB, TaskMove.UPDATE);
    assertThat(TaskRoom.moved(added).orElseThrow().state()).isEqualTo(TaskState.CANCELED);
    assertThat(reason(room.tell(TaskRoom.BOB, TaskMove.COMPLETE))).isEqualTo("state");
    room.clock.advance(TaskRoom.CLEANUP.plusMillis(1));
    assertThat(reason(room.tell(TaskRoom.BOB, TaskMove.UPDATE))).isEqualTo("late");
  }

  @Test
  void a_blocked_task_cannot_be_claimed_until_the_last_blocker_is_completed() {
    var room = TaskRoom.blocked(OTHER);
    assertThat(reason(room.tell(TaskRoom.BOB, TaskMove.CLAIM))).isEqualTo("blocked");
    var ended = room.tell(new TaskCommand.BlockerEnded(OTHER, TaskState.COMPLETED));
    assertThat(TaskRoom.moved(ended).orElseThrow().blockedBy()).isEmpty();
    assertThat(TaskRoom.told(ended)).containsExactlyInAnyOrder(TaskRoom.ADA, TaskRoom.BOB);
    assertThat(TaskRoom.moved(room.tell(TaskRoom.BOB, TaskMove.CLAIM))).isPresent();
  }

  @Test
  void a_blocker_that_failed_leaves_the_task_blocked_and_its_originator_is_told() {
    var room = TaskRoom.blocked(OTHER);
    var ended = room.tell(new TaskCommand.BlockerEnded(OTHER, TaskState.FAILED));
    assertThat(TaskRoom.told(ended)).contains(TaskRoom.ADA);
    assertThat(reason(room.tell(TaskRoom.BOB, TaskMove.CLAIM))).isEqualTo("blocked");
  }

  @Test
  void a_task_that_ends_tells_the_tasks_that_wait_for_it_also_those_that_come_later() {
    var room = TaskRoom.direct(TaskState.WORKING, TaskRoom.BOB);
    room.tell(new TaskCommand.Await(OTHER, 1));
    var done = room.tell(TaskRoom.BOB, TaskMove.COMPLETE);
    assertThat(tasksTold(done)).containsExactly(OTHER);
    var late = room.tell(new TaskCommand.Await("task_yyyyyyyyyyyyyyyyyyyyyyyyyy", 4));
    assertThat(tasksTold(late)).containsExactly("task_yyyyyyyyyyyyyyyyyyyyyyyyyy");
  }

  private static List<String> tasksTold(Step step) {
    return TaskRoom.effects(step, Tell.class).stream()
        .filter(tell -> tell.to().kind().equals(TaskCell.KIND))
        .map(tell -> tell.to().name())
        .toList();
  }

  @Test
  void a_repeated_move_with_the_same_key_is_answered_as_the_first_time_and_makes_no_second_row() {
    var room = TaskRoom.direct(TaskState.WORKING, TaskRoom.BOB);
    var keyed = keyed(TaskMove.COMPLETE, "k1");
    assertThat(TaskRoom.moved(room.tell(keyed))).isPresent();
    var again = room.tell(keyed);
    assertThat(TaskRoom.moved(again)).isEmpty();
    assertThat(TaskRoom.answer(again).orElseThrow().ok()).isTrue();
  }

  private static TaskCommand.Move keyed(TaskMove move, String key) {
    var asker = TaskRoom.asker(TaskRoom.BOB);
    return new TaskCommand.Move(
        new TaskCommand.Asker(asker.session(), asker.agent(), asker.name(), key, null),
        move,
        null,
        null,
        new TaskCommand.Said("", null),
        null,
        null);
  }

  @Test
  void a_note_is_known_by_its_key_as_long_as_the_task_is_open() {
    var room = TaskRoom.direct(TaskState.WORKING, TaskRoom.BOB);
    for (int i = 2; i <= TaskMoves.MOST_ROWS; i++) {
      assertThat(TaskRoom.moved(room.tell(keyed(TaskMove.UPDATE, "k" + i)))).isPresent();
    }
    assertThat(TaskRoom.moved(room.tell(keyed(TaskMove.UPDATE, "k2")))).isEmpty();
  }

  @Test
  void only_the_originator_extends_and_only_to_a_later_time() {
    var room = TaskRoom.direct(TaskState.WORKING, TaskRoom.BOB);
    long now = room.clock.wallMillis();
    assertThat(refusal(room.tell(extend(TaskRoom.BOB, now + 5_000))))
        .isEqualTo(ErrorCode.NOT_ALLOWED);
    var extended = room.tell(extend(TaskRoom.ADA, now + 5_000));
    assertThat(TaskRoom.writes(extended))
        .anyMatch(w -> w instanceof SetTimer timer && timer.at() == now + 5_000);
    assertThat(refusal(room.tell(extend(TaskRoom.ADA, now + 4_000))))
        .isEqualTo(ErrorCode.INVALID_MSG);
    room.tell(TaskRoom.BOB, TaskMove.COMPLETE);
    assertThat(reason(room.tell(extend(TaskRoom.ADA, now + 9_000)))).isEqualTo("state");
  }

  private static TaskCommand.Move extend(String agent, long at) {
    return new TaskCommand.Move(
        TaskRoom.asker(agent),
        TaskMove.EXTEND,
        null,
        null,
        new TaskCommand.Said("", null),
        null,
        at);
  }

  @Test
  void the_log_has_an_end_and_a_task_can_still_be_ended_then() {
    var room = TaskRoom.direct(TaskState.WORKING, TaskRoom.BOB);
    Step last = Step.none();
    for (long row = 2; row <= TaskMoves.MOST_ROWS + 1; row++) {
      last = room.tell(TaskRoom.BOB, TaskMove.UPDATE);
    }
    assertThat(refusal(last)).isEqualTo(ErrorCode.RATE_LIMITED);
    assertThat(TaskRoom.moved(room.tell(TaskRoom.BOB, TaskMove.COMPLETE))).isPresent();
  }

  @Test
  void too_much_text_about_one_task_is_refused() {
    var room = TaskRoom.direct(TaskState.WORKING, TaskRoom.BOB);
    var said = new TaskCommand.Said("x".repeat((int) TaskMoves.MOST_CHARS + 1), null);
    var step =
        room.tell(
            new TaskCommand.Move(
                TaskRoom.asker(TaskRoom.BOB), TaskMove.UPDATE, null, null, said, null, null));
    assertThat(refusal(step)).isEqualTo(ErrorCode.INVALID_MSG);
  }
}

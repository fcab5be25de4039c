package dev.reveille.server.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.TaskMove;
import dev.reveille.protocol.TaskState;
import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.TimerDue;
import dev.reveille.server.kernel.TimerId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Behaviour 32: given each pair of states and each role, only the allowed table succeeds. The table
 * is written here a second time, as people read it, and each of its cells is tried at a task.
 */
class TaskTransitionsTest {
  /** O = originator, A = assignee, C = claimant, S = sweep. A dot: nobody. */
  private static final String TABLE =
      """
      from \\ to      SUBMITTED WORKING INPUT_REQUIRED AUTH_REQUIRED COMPLETED FAILED CANCELED REJECTED EXPIRED
      SUBMITTED      O         AC      .              .             .         .      O        A        S
      WORKING        A         OA      A              A             A         A      O        A        S
      INPUT_REQUIRED A         OA      OA             .             .         A      O        A        S
      AUTH_REQUIRED  A         OA      .              OA            .         A      O        A        S
      COMPLETED      .         .       .              .             .         .      .        .        .
      FAILED         .         .       .              .             .         .      .        .        .
      CANCELED       .         .       .              .             .         .      A        .        .
      REJECTED       .         .       .              .             .         .      .        .        .
      EXPIRED        .         .       .              .             .         .      .        .        .
      """;

  private static final Map<TaskRole, Character> LETTERS =
      Map.of(
          TaskRole.ORIGINATOR, 'O',
          TaskRole.ASSIGNEE, 'A',
          TaskRole.CLAIMANT, 'C',
          TaskRole.SWEEP, 'S');

  private static final Map<TaskState, Map<TaskState, String>> CELLS = cells();

  private static Map<TaskState, Map<TaskState, String>> cells() {
    var cells = new HashMap<TaskState, Map<TaskState, String>>();
    for (var line : TABLE.lines().skip(1).toList()) {
      var words = List.of(line.split(" +", -1)).iterator();
      var from = TaskState.valueOf(words.next());
      var row = new HashMap<TaskState, String>();
      for (var to : TaskState.values()) row.put(to, words.next());
      cells.put(from, row);
    }
    return cells;
  }

  static Stream<Arguments> everyCell() {
    var all = new ArrayList<Arguments>();
    for (var from : TaskState.values()) {
      for (var to : TaskState.values()) {
        for (var role : TaskRole.values()) all.add(Arguments.of(from, to, role));
      }
    }
    assertThat(all).hasSize(9 * 9 * 4);
    return all.stream();
  }

  private static boolean isAllowed(TaskState from, TaskState to, TaskRole role) {
    var letter = LETTERS.getOrDefault(role, '?');
    return CELLS.getOrDefault(from, Map.of()).getOrDefault(to, ".").indexOf(letter) >= 0;
  }

  @ParameterizedTest
  @MethodSource("everyCell")
  void the_table_is_the_one_that_people_read(TaskState from, TaskState to, TaskRole role) {
    assertThat(TaskTransitions.allows(from, to, role)).isEqualTo(isAllowed(from, to, role));
  }

  /** The task is brought into its state, and somebody who has only this role tries to move it. */
  @ParameterizedTest
  @MethodSource("everyCell")
  void behaviour_32_a_task_moves_exactly_as_the_table_says(
      TaskState from, TaskState to, TaskRole role) {
    boolean unclaimed = from == TaskState.SUBMITTED;
    var owner = unclaimed ? null : TaskRoom.BOB;
    var room =
        role == TaskRole.CLAIMANT ? TaskRoom.broadcast(from, owner) : TaskRoom.direct(from, owner);
    var step = attempt(room, from, to, role);
    if (step.isEmpty()) {
      assertThat(isAllowed(from, to, role)).as("no request leads there").isFalse();
      return;
    }
    var moved = TaskRoom.moved(step.get());
    if (isAllowed(from, to, role)) {
      assertThat(moved).isPresent();
      assertThat(moved.get().state()).isEqualTo(to);
      assertThat(moved.get().seq()).isEqualTo(2);
    } else {
      assertThat(moved).isEmpty();
      assertThat(isRefused(step.get())).as("an error, or an answer that says no").isTrue();
    }
  }

  private static boolean isRefused(Step step) {
    return step.answer() instanceof ChatAnswer.Refused(var code, _)
        ? code == ErrorCode.NOT_ALLOWED
        : TaskRoom.answer(step).filter(answer -> !answer.ok()).isPresent();
  }

  /** Makes the request of this role that leads to the state; empty if there is none. */
  private static Optional<Step> attempt(
      TaskRoom room, TaskState from, TaskState to, TaskRole role) {
    if (role == TaskRole.SWEEP) {
      boolean isOpen = !from.isOver();
      return to == TaskState.EXPIRED && isOpen
          ? Optional.of(room.tell(new TaskCommand.Due(due())))
          : Optional.empty();
    }
    var agent =
        switch (role) {
          case ORIGINATOR -> TaskRoom.ADA;
          case ASSIGNEE -> TaskRoom.BOB;
          case CLAIMANT -> TaskRoom.CY;
          case SWEEP -> throw new IllegalStateException();
        };
    return moves(from, to).stream()
        .map(move -> room.tell(move(agent, move, to)))
        .reduce((first, second) -> TaskRoom.moved(first).isPresent() ? first : second);
  }

  private static TaskCommand.Move move(String agent, TaskMove move, TaskState to) {
    return TaskRoom.move(agent, move, move == TaskMove.UPDATE ? to : null);
  }

  private static List<TaskMove> moves(TaskState from, TaskState to) {
    if (from == to) return List.of(TaskMove.UPDATE);
    return switch (to) {
      case SUBMITTED -> List.of(TaskMove.GIVE_BACK);
      case WORKING ->
          from == TaskState.SUBMITTED ? List.of(TaskMove.CLAIM) : List.of(TaskMove.UPDATE);
      case INPUT_REQUIRED, AUTH_REQUIRED -> List.of(TaskMove.UPDATE);
      case COMPLETED -> List.of(TaskMove.COMPLETE);
      case FAILED -> List.of(TaskMove.FAIL);
      case CANCELED -> List.of(TaskMove.CANCEL);
      case REJECTED -> List.of(TaskMove.REJECT);
      case EXPIRED -> List.of();
    };
  }

  private static TimerDue due() {
    return new TimerDue(
        new TimerId(new CellId(TaskCell.KIND, TaskRoom.ID), TaskUnits.TIMER, ""), 0, "", 0, 0);
  }
}

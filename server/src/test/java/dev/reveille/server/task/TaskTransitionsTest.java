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
      assertThat(refusal(step.get()))
          .isEqualTo(mayEver(from, to, role) ? "state" : ErrorCode.NOT_ALLOWED.name());
    }
  }

  /** A task to oneself: whoever made it and does it may do what either of the two may. */
  @ParameterizedTest
  @MethodSource("everyPair")
  void a_task_to_oneself_moves_as_its_originator_and_its_assignee_may(
      TaskState from, TaskState to) {
    var room = TaskRoom.own(from, from == TaskState.SUBMITTED ? null : TaskRoom.ADA);
    var step = attempt(room, from, to, TaskRole.ORIGINATOR);
    boolean allowed =
        isAllowed(from, to, TaskRole.ORIGINATOR) || isAllowed(from, to, TaskRole.ASSIGNEE);
    if (step.isEmpty()) {
      assertThat(allowed).as("no request leads there").isFalse();
    } else if (allowed) {
      assertThat(TaskRoom.moved(step.get()).orElseThrow().state()).isEqualTo(to);
      assertThat(TaskRoom.told(step.get())).as("it did this itself").isEmpty();
    } else {
      assertThat(TaskRoom.moved(step.get())).isEmpty();
      assertThat(refusal(step.get())).isEqualTo("state");
    }
  }

  static Stream<Arguments> everyPair() {
    return Stream.of(TaskState.values())
        .flatMap(from -> Stream.of(TaskState.values()).map(to -> Arguments.of(from, to)));
  }

  /** Returns the code of the error, or the reason of an answer that says no. */
  private static String refusal(Step step) {
    if (step.answer() instanceof ChatAnswer.Refused(var code, _)) return code.name();
    return TaskRoom.answer(step)
        .filter(answer -> !answer.ok())
        .map(answer -> String.valueOf(answer.reason()))
        .orElse("none");
  }

  /** True if the role may make this request in some other state: then it is no error. */
  private static boolean mayEver(TaskState from, TaskState to, TaskRole role) {
    return switch (moves(from, to).getFirst()) {
      case UPDATE -> role == TaskRole.ORIGINATOR || role == TaskRole.ASSIGNEE;
      case CLAIM -> role == TaskRole.ASSIGNEE || role == TaskRole.CLAIMANT;
      case COMPLETE, FAIL, REJECT, GIVE_BACK, CANCEL, EXTEND ->
          Stream.of(TaskState.values())
              .anyMatch(other -> other != to && isAllowed(other, to, role));
    };
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

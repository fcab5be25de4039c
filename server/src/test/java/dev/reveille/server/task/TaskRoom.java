package dev.reveille.server.task;

import dev.reveille.protocol.Priority;
import dev.reveille.protocol.TaskAnswers;
import dev.reveille.protocol.TaskMove;
import dev.reveille.protocol.TaskState;
import dev.reveille.server.app.AllMemoryTables;
import dev.reveille.server.delivery.DeliveryEffect;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.Committer;
import dev.reveille.server.kernel.ManualClock;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.kernel.Write;
import dev.reveille.server.store.MemoryStore;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One task and its cell, without a node: ada created it, bob or the audience may claim it. */
final class TaskRoom {
  static final String ID = "task_0123456789abcdefghjkmnpqrs";
  static final String ADA = "@aaaaaaaaaaaaaaaa";
  static final String BOB = "@bbbbbbbbbbbbbbbb";
  static final String CY = "@cccccccccccccccc";
  static final String EVE = "@eeeeeeeeeeeeeeee";
  static final Duration CLEANUP = Duration.ofSeconds(60);

  final ManualClock clock = new ManualClock();
  private final MemoryStore store = new MemoryStore(AllMemoryTables.make(), () -> {});
  private final TaskCell cell;

  private TaskRoom(@Nullable String assignee, List<String> audience, TaskProgress progress) {
    var facts =
        new StoredTask.Facts(
            ADA,
            assignee == null ? "#general" : assignee,
            assignee,
            "Fix the build",
            Priority.NORMAL,
            List.of(),
            progress.updatedAt(),
            null,
            null,
            "");
    store.submit(
        new Committer.Submission(
            new CellId("test", "test"),
            1,
            Unit.required(
                List.of(new AddTask(new StoredTask(ID, facts, progress), audience)),
                List.of(),
                List.of())));
    store.commitAll();
    cell = TaskCell.load(ID, new TaskConfig(10, 10, CLEANUP, Duration.ZERO), clock, store);
  }

  /** A task for bob alone. */
  static TaskRoom direct(TaskState state, @Nullable String owner) {
    return new TaskRoom(BOB, List.of(), progress(state, owner, List.of()));
  }

  /** A task that ada made for herself. */
  static TaskRoom own(TaskState state, @Nullable String owner) {
    return new TaskRoom(ADA, List.of(), progress(state, owner, List.of()));
  }

  /** A task for bob and cy. */
  static TaskRoom broadcast(TaskState state, @Nullable String owner) {
    return new TaskRoom(null, List.of(BOB, CY), progress(state, owner, List.of()));
  }

  /** A task for bob that waits for another one. */
  static TaskRoom blocked(String blocker) {
    return new TaskRoom(BOB, List.of(), progress(TaskState.SUBMITTED, null, List.of(blocker)));
  }

  private static TaskProgress progress(
      TaskState state, @Nullable String owner, List<String> blockedBy) {
    long now = new ManualClock().wallMillis();
    return new TaskProgress(
        state,
        owner,
        now,
        null,
        state == TaskState.CANCELED && owner != null ? (Long) (now + CLEANUP.toMillis()) : null,
        state.isOver() ? (Long) now : null,
        1,
        blockedBy,
        0);
  }

  static TaskCommand.Asker asker(String agent) {
    return new TaskCommand.Asker(
        new SessionId("n", agent.hashCode()), agent, agent.substring(1, 3), null, null);
  }

  static TaskCommand.Move move(String agent, TaskMove move, @Nullable TaskState next) {
    return new TaskCommand.Move(
        asker(agent), move, next, null, new TaskCommand.Said("", null), null, null);
  }

  Step tell(TaskCommand command) {
    return cell.handle(command);
  }

  Step tell(String agent, TaskMove move) {
    return tell(move(agent, move, null));
  }

  static <T> List<T> effects(Step step, Class<T> type) {
    return step.units().stream()
        .flatMap(unit -> unit.effects().stream())
        .filter(type::isInstance)
        .map(type::cast)
        .toList();
  }

  static Stream<Write> writes(Step step) {
    return step.units().stream().flatMap(unit -> unit.writes().stream());
  }

  /** The state that the step brought the task to; empty if it changed nothing. */
  static Optional<TaskProgress> moved(Step step) {
    return writes(step)
        .filter(MoveTask.class::isInstance)
        .map(write -> ((MoveTask) write).progress())
        .findFirst();
  }

  /** The answer to the session, if it is a short one. */
  static Optional<TaskAnswers.Answer> answer(Step step) {
    return effects(step, DeliveryEffect.ToSession.class).stream()
        .map(DeliveryEffect.ToSession::message)
        .filter(TaskAnswers.Answer.class::isInstance)
        .map(TaskAnswers.Answer.class::cast)
        .findFirst();
  }

  /** The agents whose mailboxes are told. */
  static List<String> told(Step step) {
    return effects(step, TaskEffect.Hints.class).stream()
        .flatMap(hints -> hints.hints().stream())
        .map(TaskEffect.Hint::agent)
        .toList();
  }
}

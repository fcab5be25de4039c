package dev.reveille.server.task;

import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.TaskAnswers;
import dev.reveille.protocol.TaskContent;
import dev.reveille.protocol.TaskMove;
import dev.reveille.protocol.TaskState;
import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.delivery.DeliveryEffect;
import dev.reveille.server.kernel.Calls;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Unit;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Decides the moves that agents ask for. A move that the agent may never make is an error. A move
 * that comes too late, or in another state, is a normal answer that names state and owner.
 */
final class TaskMoves {
  /** The most rows of a log. The last ones are for moves that end the task. */
  static final long MOST_ROWS = 1_000;

  /** The most characters of everything that is said about a task. */
  static final long MOST_CHARS = 1L << 20;

  /** Why a move changes nothing, in one word. */
  private static final String TAKEN = "taken";

  private static final String STATE = "state";
  private static final String EXPECTED = "expected_state";
  private static final String BLOCKED = "blocked";
  private static final String LATE = "late";

  private final TaskUnits units;
  private final TaskConfig config;
  private final Clock clock;
  private final Calls<ChatAnswer> calls;

  TaskMoves(TaskUnits units, TaskConfig config, Clock clock, Calls<ChatAnswer> calls) {
    this.units = units;
    this.config = config;
    this.clock = clock;
    this.calls = calls;
  }

  Step move(LiveTask task, TaskCommand.Move move) {
    var agent = move.asker().agent();
    if (task.isKnown(agent, move.asker().key())) return again(task, move);
    var to = target(task, move);
    var forbidden = forbidden(task, move, to);
    if (forbidden.isPresent()) return Step.answer(forbidden.get());
    boolean hasIt = agent.equals(task.progress().owner()) && task.state() == TaskState.WORKING;
    if (move.move() == TaskMove.CLAIM && hasIt) return again(task, move);
    var reason = notNow(task, move, to);
    if (reason.isPresent()) return unchanged(task, move, reason.get());
    var invalid = full(task, move, to).or(() -> notLater(task, move));
    if (invalid.isPresent()) return Step.answer(invalid.get());
    var links = move.blockedBy();
    if (links == null) return change(task, move, to);
    return calls
        .to(TaskLinks.CELL, new TaskLinks.Link(task.id(), links))
        .nothingToUndo()
        .then(
            answer ->
                answer instanceof ChatAnswer.Refused
                    ? Step.answer(answer)
                    : change(task, move, to));
  }

  /** Returns the state that the move leads to. */
  private static TaskState target(LiveTask task, TaskCommand.Move move) {
    return switch (move.move()) {
      case CLAIM -> TaskState.WORKING;
      case UPDATE -> move.next() == null ? task.state() : move.next();
      case COMPLETE -> TaskState.COMPLETED;
      case FAIL -> TaskState.FAILED;
      case REJECT -> TaskState.REJECTED;
      case GIVE_BACK -> TaskState.SUBMITTED;
      case CANCEL -> TaskState.CANCELED;
      case EXTEND -> task.state();
    };
  }

  /** Returns an error if the agent may not make this move, whatever the state is. */
  private static Optional<ChatAnswer.Refused> forbidden(
      LiveTask task, TaskCommand.Move move, TaskState to) {
    var agent = move.asker().agent();
    var roles = task.roles(agent);
    boolean mayEver =
        switch (move.move()) {
          case CLAIM -> task.isFor(agent);
          case EXTEND -> roles.contains(TaskRole.ORIGINATOR);
          case UPDATE ->
              move.blockedBy() == null
                  ? roles.contains(TaskRole.ORIGINATOR) || roles.contains(TaskRole.ASSIGNEE)
                  : roles.contains(TaskRole.ORIGINATOR);
          default -> TaskTransitions.allowsFromAnywhere(to, roles);
        };
    return mayEver
        ? Optional.empty()
        : Optional.of(
            new ChatAnswer.Refused(
                ErrorCode.NOT_ALLOWED,
                move.move().type() + " is not yours to do: " + whose(move.move())));
  }

  private static String whose(TaskMove move) {
    return switch (move) {
      case CLAIM -> "the task is for others";
      case UPDATE -> "only the originator and the owner may, and its links only the originator";
      case EXTEND, CANCEL -> "only the originator may";
      case COMPLETE, FAIL, REJECT, GIVE_BACK -> "only the owner may";
    };
  }

  /** Returns why the move changes nothing now; empty if it is made. */
  private Optional<String> notNow(LiveTask task, TaskCommand.Move move, TaskState to) {
    var from = task.state();
    var expected = move.expected();
    if (expected != null && expected != from) return Optional.of(EXPECTED);
    boolean isClaim = move.move() == TaskMove.CLAIM;
    if (isClaim && task.progress().owner() != null) return Optional.of(TAKEN);
    boolean mayStay = move.move() == TaskMove.UPDATE || move.move() == TaskMove.EXTEND;
    boolean wrongWay =
        (from == to && !mayStay)
            || (!isClaim && from == TaskState.SUBMITTED && to == TaskState.WORKING)
            || !TaskTransitions.allows(from, to, task.roles(move.asker().agent()));
    if (wrongWay) return Optional.of(STATE);
    if (isClaim && task.isBlocked()) return Optional.of(BLOCKED);
    boolean keepsState = move.move() == TaskMove.EXTEND || move.blockedBy() != null;
    if (keepsState
        && (from.isOver() || (move.blockedBy() != null && from != TaskState.SUBMITTED))) {
      return Optional.of(STATE);
    }
    var until = task.progress().cleanupUntil();
    boolean late = from.isOver() && (until == null || clock.wallMillis() > until);
    return late ? Optional.of(LATE) : Optional.empty();
  }

  /** Returns an error if the log has no room for the move. A task can always end. */
  private static Optional<ChatAnswer.Refused> full(
      LiveTask task, TaskCommand.Move move, TaskState to) {
    var progress = task.progress();
    if (progress.chars() + move.said().fields().length() > MOST_CHARS) {
      return Optional.of(
          new ChatAnswer.Refused(
              ErrorCode.INVALID_MSG,
              "Too much was said about this task: say less, or give the address of a file"));
    }
    return progress.seq() < MOST_ROWS || (to.isOver() && !task.state().isOver())
        ? Optional.empty()
        : Optional.of(
            new ChatAnswer.Refused(
                ErrorCode.RATE_LIMITED, "The log of this task is full: end the task"));
  }

  /** Returns an error if the move would take time away. */
  private static Optional<ChatAnswer.Refused> notLater(LiveTask task, TaskCommand.Move move) {
    var present = task.progress().expiresAt();
    var next = move.expiresAt();
    return next == null || present == null || next > present
        ? Optional.empty()
        : Optional.of(
            new ChatAnswer.Refused(
                ErrorCode.INVALID_MSG, "Invalid expires_at: the task has more time already"));
  }

  private Step change(LiveTask task, TaskCommand.Move move, TaskState to) {
    var progress = task.progress();
    var links = move.blockedBy() == null ? progress.blockedBy() : move.blockedBy();
    var change =
        new TaskUnits.Change(
            move,
            happening(task, move, to),
            to,
            owner(task, move, to),
            move.expiresAt() == null ? progress.expiresAt() : move.expiresAt(),
            cleanupUntil(task, to),
            links,
            detail(move));
    return Step.answer(
        new ChatAnswer.Done(), units.changed(task, change, () -> answer(task, move)));
  }

  /** Returns the answer to a move. A claim is answered with everything that its owner needs. */
  private static Effect answer(LiveTask task, TaskCommand.Move move) {
    var type = move.move().type();
    if (move.move() != TaskMove.CLAIM) return TaskCell.answer(task, move.asker(), type);
    var content = task.takeContent();
    return content == null
        ? TaskCell.lookUp(task, move.asker(), type, 0)
        : new DeliveryEffect.ToSession(
            move.asker().session(),
            new TaskAnswers.Answer(
                type,
                true,
                null,
                move.asker().key(),
                task.view().with(TaskContent.of(content, List.of(), true))));
  }

  private static TaskHappening happening(LiveTask task, TaskCommand.Move move, TaskState to) {
    if (move.move() == TaskMove.EXTEND) return TaskHappening.EXTENDED;
    return move.blockedBy() != null ? TaskHappening.RELINKED : TaskHappening.of(task.state(), to);
  }

  private static @Nullable String owner(LiveTask task, TaskCommand.Move move, TaskState to) {
    if (move.move() == TaskMove.CLAIM) return move.asker().agent();
    return to == TaskState.SUBMITTED ? null : task.progress().owner();
  }

  /** Returns the time until which the owner may add to a canceled task. */
  private @Nullable Long cleanupUntil(LiveTask task, TaskState to) {
    boolean now = to == TaskState.CANCELED && task.state() != to && task.progress().owner() != null;
    return now
        ? (Long) (clock.wallMillis() + config.cleanup().toMillis())
        : task.progress().cleanupUntil();
  }

  private static @Nullable String detail(TaskCommand.Move move) {
    if (move.expiresAt() != null) {
      return new JsonText(48).field("expires_at", move.expiresAt()).text();
    }
    return move.blockedBy() == null
        ? null
        : new JsonText(64).field("blocked_by", Objects.requireNonNull(move.blockedBy())).text();
  }

  /** Answers a repeated move as the first time. */
  private static Step again(LiveTask task, TaskCommand.Move move) {
    return Step.answer(new ChatAnswer.Done(), Unit.barrier(List.of(answer(task, move))));
  }

  private static Step unchanged(LiveTask task, TaskCommand.Move move, String reason) {
    return Step.answer(
        new ChatAnswer.Done(),
        Unit.barrier(
            List.of(
                new DeliveryEffect.ToSession(
                    move.asker().session(),
                    new TaskAnswers.Answer(
                        move.move().type(), false, reason, move.asker().key(), task.view())))));
  }
}

package dev.reveille.cli;

import dev.reveille.client.TaskClient;
import dev.reveille.protocol.Json;
import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.TaskArtifact;
import dev.reveille.protocol.TaskMessages;
import dev.reveille.protocol.TaskMove;
import dev.reveille.protocol.TaskPart;
import dev.reveille.protocol.TaskState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands that change a task. */
final class TaskSteps {
  private TaskSteps() {}

  /** A change of a task. */
  abstract static class Step extends TaskCommands.AboutOne {
    @Option(names = "--expect", paramLabel = "STATE", description = "Change it only in this state.")
    @Nullable String expected;

    @Option(
        names = "--key",
        paramLabel = "KEY",
        description = "The same key changes it once: a repeat is answered as the first time.")
    @Nullable String key;

    Step(Terminal terminal) {
      super(terminal);
    }

    @Override
    final void check() {
      var _ = guarded();
    }

    private TaskMessages.Move guarded() {
      var move = move(task());
      if (key != null) move = move.withClientMsgId(key);
      return expected == null ? move : move.expecting(TaskLooks.state(expected));
    }

    @Override
    final Exit run(TaskClient tasks, TaskPrinter printer) {
      return printer.changed(tasks.move(guarded()), done());
    }

    abstract TaskMessages.Move move(String task);

    /** Returns the word for what was done. */
    abstract String done();
  }

  /** A change with words. */
  abstract static class SaidStep extends Step {
    @Parameters(
        index = "1..*",
        arity = "0..*",
        paramLabel = "TEXT",
        description = "Words for the others.")
    List<String> text = new ArrayList<>();

    SaidStep(Terminal terminal) {
      super(terminal);
    }

    final List<TaskPart> words() {
      return text.isEmpty() ? List.of() : TaskPart.ofText(String.join(" ", text));
    }

    final TaskMessages.Move said(TaskMove move, String task) {
      return TaskMessages.Move.of(move, task).saying(words(), List.of());
    }
  }

  @Command(
      name = "claim",
      description = {
        "Take a task. One agent gets it.",
        "Exit code 1 and who has it, if another agent was faster."
      },
      footer = {"%nExample:", "  reveille task claim task_k7m2pq9xwak7m2pq9xwak7m2pq --json"})
  static final class Claim extends Step {
    Claim(Terminal terminal) {
      super(terminal);
    }

    @Override
    TaskMessages.Move move(String task) {
      return TaskMessages.Move.of(TaskMove.CLAIM, task);
    }

    @Override
    String done() {
      return "claimed";
    }
  }

  @Command(
      name = "update",
      description = "Add words to a task, ask for input, answer, or change what it waits for.",
      footer = {
        "%nExamples:",
        "  reveille task update task_k7m2pq9xwak7m2pq9xwak7m2pq 'half of it is done'",
        "  reveille task update task_k7m2pq9xwak7m2pq9xwak7m2pq --state input-required 'which?'",
        "  reveille task update task_k7m2pq9xwak7m2pq9xwak7m2pq --state working 'the second'"
      })
  static final class Update extends SaidStep {
    @Option(
        names = "--state",
        paramLabel = "STATE",
        description = "working, input-required or auth-required. Default: it stays.")
    @Nullable String state;

    @Option(
        names = "--blocked-by",
        split = ",",
        paramLabel = "TASK",
        description = "It waits for these tasks and no others; 'none' for none.")
    @Nullable List<String> blockedBy;

    Update(Terminal terminal) {
      super(terminal);
    }

    @Override
    TaskMessages.Move move(String task) {
      var move = said(TaskMove.UPDATE, task);
      if (state != null) move = move.to(next(state));
      if (blockedBy == null) return move;
      boolean none = blockedBy.equals(List.of("none"));
      if (!none) blockedBy.forEach(TaskCommands::requireTask);
      return move.withBlockedBy(none ? List.of() : blockedBy);
    }

    private static TaskState next(String word) {
      var next = TaskLooks.state(word);
      if (next == TaskState.SUBMITTED || next.isOver()) {
        throw new Problem(
            Exit.USAGE, "--state is working, input-required or auth-required; see task --help.");
      }
      return next;
    }

    @Override
    String done() {
      return "updated";
    }
  }

  @Command(
      name = "done",
      description = "Complete a task that this identity has, with its results.",
      footer = {
        "%nExamples:",
        "  reveille task done task_k7m2pq9xwak7m2pq9xwak7m2pq 'it was a typo'",
        "  reveille task done task_k7m2pq9xwak7m2pq9xwak7m2pq --result report='All is well'",
        "  reveille task done task_k7m2pq9xwak7m2pq9xwak7m2pq --link log=https://ci.example/7"
      })
  static final class Done extends SaidStep {
    @Option(names = "--result", paramLabel = "NAME=TEXT", description = "A result that is a text.")
    List<String> results = new ArrayList<>();

    @Option(names = "--data", paramLabel = "NAME=JSON", description = "A result for programs.")
    List<String> data = new ArrayList<>();

    @Option(names = "--link", paramLabel = "NAME=URL", description = "A result that is a file.")
    List<String> files = new ArrayList<>();

    Done(Terminal terminal) {
      super(terminal);
    }

    @Override
    TaskMessages.Move move(String task) {
      var artifacts = new ArrayList<TaskArtifact>();
      for (var each : results) {
        artifacts.add(artifact(each, new TaskPart.Text(value(each))));
      }
      for (var each : data) artifacts.add(artifact(each, new TaskPart.Data(json(value(each)))));
      for (var each : files) {
        artifacts.add(artifact(each, new TaskPart.File(value(each), null, null)));
      }
      return TaskMessages.Move.of(TaskMove.COMPLETE, task).saying(words(), artifacts);
    }

    private static TaskArtifact artifact(String named, TaskPart part) {
      return new TaskArtifact(named.substring(0, named.indexOf('=')), null, List.of(part));
    }

    private static String value(String named) {
      int at = named.indexOf('=');
      if (at < 1) {
        throw new Problem(Exit.USAGE, "'" + Plain.line(named) + "' has no name; write NAME=VALUE.");
      }
      return named.substring(at + 1);
    }

    private static String json(String text) {
      return Json.read(text)
          .map(JsonText::of)
          .orElseThrow(() -> new Problem(Exit.USAGE, "'" + Plain.line(text) + "' is not JSON."));
    }

    @Override
    String done() {
      return "completed";
    }
  }

  @Command(
      name = "fail",
      description = "End a task that this identity has: it could not be done.",
      footer = {"%nExample:", "  reveille task fail task_k7m2pq9xwak7m2pq9xwak7m2pq 'no access'"})
  static final class Fail extends SaidStep {
    Fail(Terminal terminal) {
      super(terminal);
    }

    @Override
    TaskMessages.Move move(String task) {
      return said(TaskMove.FAIL, task);
    }

    @Override
    String done() {
      return "failed";
    }
  }

  @Command(
      name = "reject",
      description = "End a task that is for this identity: nobody should do it.",
      footer = {"%nExample:", "  reveille task reject task_k7m2pq9xwak7m2pq9xwak7m2pq 'unsafe'"})
  static final class Reject extends SaidStep {
    Reject(Terminal terminal) {
      super(terminal);
    }

    @Override
    TaskMessages.Move move(String task) {
      return said(TaskMove.REJECT, task);
    }

    @Override
    String done() {
      return "rejected";
    }
  }

  @Command(
      name = "give-back",
      description = "Let others take a task that this identity has.",
      footer = {
        "%nExample:",
        "  reveille task give-back task_k7m2pq9xwak7m2pq9xwak7m2pq 'no time'"
      })
  static final class GiveBack extends SaidStep {
    GiveBack(Terminal terminal) {
      super(terminal);
    }

    @Override
    TaskMessages.Move move(String task) {
      return said(TaskMove.GIVE_BACK, task);
    }

    @Override
    String done() {
      return "gave back";
    }
  }

  @Command(
      name = "cancel",
      description = "End a task that this identity made. Its owner is told.",
      footer = {"%nExample:", "  reveille task cancel task_k7m2pq9xwak7m2pq9xwak7m2pq"})
  static final class Cancel extends SaidStep {
    Cancel(Terminal terminal) {
      super(terminal);
    }

    @Override
    TaskMessages.Move move(String task) {
      return said(TaskMove.CANCEL, task);
    }

    @Override
    String done() {
      return "canceled";
    }
  }

  @Command(
      name = "extend",
      description = "Give a task that this identity made more time, until it has expired.",
      footer = {"%nExample:", "  reveille task extend task_k7m2pq9xwak7m2pq9xwak7m2pq --to 2h"})
  static final class Extend extends Step {
    @Option(
        names = "--to",
        required = true,
        paramLabel = "TIME",
        converter = TimeSpan.class,
        description = "It expires this long from now: 30m, 2h, 7d.")
    Duration to = Duration.ZERO;

    Extend(Terminal terminal) {
      super(terminal);
    }

    @Override
    TaskMessages.Move move(String task) {
      return TaskMessages.Move.of(TaskMove.EXTEND, task).withExpiry(TaskNew.expiry(to));
    }

    @Override
    String done() {
      return "extended";
    }
  }
}

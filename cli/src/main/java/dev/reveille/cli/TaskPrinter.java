package dev.reveille.cli;

import dev.reveille.protocol.Priority;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.protocol.ServerMessages;
import dev.reveille.protocol.TaskAnswers;
import dev.reveille.protocol.TaskContent;
import dev.reveille.protocol.TaskLogEntry;
import dev.reveille.protocol.TaskPart;
import dev.reveille.protocol.TaskView;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Prints tasks for a person, or as one JSON object per line. */
record TaskPrinter(Terminal terminal, boolean json) {
  /** Prints the answer to a change. Returns the exit code for it. */
  Exit changed(TaskAnswers.Answer answer, String done) {
    if (json) print(answer);
    else if (answer.ok()) line(done + " " + answer.task().taskId() + ", " + state(answer.task()));
    else terminal.warn("Nothing changed: " + why(answer) + ". The task is " + state(answer.task()));
    return answer.ok() ? Exit.OK : Exit.FAILED;
  }

  private static String why(TaskAnswers.Answer answer) {
    return switch (String.valueOf(answer.reason())) {
      case "taken" -> "somebody else has it";
      case "blocked" -> "it waits for " + String.join(", ", answer.task().blockedBy());
      case "expected_state" -> "it is not in the state that you expect";
      case "late" -> "the time for additions is over";
      case "state" -> "its state does not allow that";
      case String other -> other;
    };
  }

  private static String state(TaskView task) {
    return task.state() + (task.owner() == null ? "" : ", owner " + task.owner());
  }

  private void line(String text) {
    terminal.out().println(Plain.line(text));
  }

  private void print(ServerMessage message) {
    var text = ServerMessages.write(message, System.currentTimeMillis());
    terminal.out().println(new String(text, StandardCharsets.UTF_8));
  }

  void list(TaskAnswers.Page page) {
    if (json) {
      page.tasks().forEach(task -> terminal.out().println(task.json()));
      return;
    }
    new Printer(terminal)
        .table(
            List.of("TASK", "STATE", "FROM", "TO", "OWNER", "TITLE"),
            page.tasks().stream().map(TaskPrinter::row).toList());
  }

  private static List<String> row(TaskView task) {
    var owner = task.owner();
    return List.of(
        task.taskId(),
        task.state().name(),
        task.from(),
        task.to(),
        owner == null ? "-" : owner,
        (task.priority() == Priority.NORMAL ? "" : "(" + task.priority().word() + ") ")
            + task.title());
  }

  /** Prints a task with what it says and its log. */
  void task(TaskView task) {
    if (json) {
      terminal.out().println(task.json());
      return;
    }
    terminal.out().println(terminal.bold(Plain.line(task.title())));
    field("task", task.taskId());
    field("state", task.state() + (task.blockedBy().isEmpty() ? "" : ", blocked"));
    field("from", task.from());
    field("to", task.to());
    field("owner", task.owner());
    if (task.priority() != Priority.NORMAL) field("priority", task.priority().word());
    if (!task.labels().isEmpty()) field("labels", String.join(", ", task.labels()));
    if (!task.blockedBy().isEmpty()) field("blocked by", String.join(", ", task.blockedBy()));
    field("part of", task.parent());
    field("due", time(task.dueAt()));
    field("expires", time(task.expiresAt()));
    field("clean up until", time(task.cleanupUntil()));
    var content = task.content();
    if (content != null) content(content);
  }

  private void content(TaskContent content) {
    field("expected", content.expectedOutput());
    field("budget", content.budget());
    field("metadata", content.metadata());
    parts(content.input(), "  ");
    content.log().forEach(this::row);
    if (content.more()) terminal.err().println(terminal.dim("The log has more rows."));
  }

  private void field(String name, @Nullable String value) {
    if (value != null) terminal.out().println("  " + name + ": " + Plain.line(value));
  }

  private static @Nullable String time(@Nullable Long millis) {
    return millis == null ? null : at(millis);
  }

  private static String at(long millis) {
    return Instant.ofEpochMilli(millis).truncatedTo(ChronoUnit.SECONDS).toString();
  }

  /** Prints a row of the log. */
  void row(TaskLogEntry row) {
    if (json) {
      terminal.out().println(row.json());
      return;
    }
    var head = at(row.ts()) + " " + row.seq() + " " + Plain.line(row.actorName()) + " ";
    terminal.out().println(terminal.dim(head) + Plain.line(row.event()) + " → " + row.state());
    parts(row.message(), "    ");
    for (var artifact : row.artifacts()) {
      terminal.out().println("    " + terminal.cyan(Plain.line(artifact.name())));
      parts(artifact.parts(), "      ");
    }
  }

  private void parts(List<TaskPart> parts, String indent) {
    for (var part : parts) {
      var text =
          switch (part) {
            case TaskPart.Text(var words) -> words;
            case TaskPart.Data(var value) -> value;
            case TaskPart.File(var url, _, _) -> url;
          };
      terminal.out().println(indent + Plain.text(text).replace("\n", "\n" + indent));
    }
  }
}

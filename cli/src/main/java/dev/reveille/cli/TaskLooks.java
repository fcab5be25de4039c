package dev.reveille.cli;

import dev.reveille.client.TaskClient;
import dev.reveille.protocol.Priority;
import dev.reveille.protocol.TaskLimits;
import dev.reveille.protocol.TaskMessages;
import dev.reveille.protocol.TaskState;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The commands that show tasks. */
final class TaskLooks {
  private TaskLooks() {}

  /** Reads a state as people type it: input-required, or as the wire has it. */
  static TaskState state(String word) {
    return TaskState.of(word.toUpperCase(Locale.ROOT).replace('-', '_'))
        .orElseThrow(
            () ->
                new Problem(
                    Exit.USAGE,
                    "There is no state '"
                        + Plain.line(word)
                        + "'; use "
                        + List.of(TaskState.values())));
  }

  @Command(
      name = "list",
      description = "List the tasks that an identity made, has, or may claim; newest first.",
      footer = {
        "%nExamples:",
        "  reveille task list --open",
        "  reveille task list --as owner --state working --json",
        "%nThe last line on standard error says how to ask for more."
      })
  static final class Listing extends TaskCommands.AboutTasks {
    @Option(names = "--open", description = "Only tasks that have not ended.")
    boolean open;

    @Option(
        names = "--as",
        paramLabel = "PART",
        description = "Only those that it made, has, or may claim: originator, owner, audience.")
    @Nullable String as;

    @Option(names = "--state", paramLabel = "STATE", description = "Only tasks in this state.")
    List<String> states = new ArrayList<>();

    @Option(names = "--label", paramLabel = "LABEL", description = "Only tasks with this label.")
    @Nullable String label;

    @Option(
        names = "--priority",
        paramLabel = "PRIORITY",
        converter = PriorityWord.class,
        completionCandidates = PriorityWord.Words.class,
        description = "Only tasks of this priority: low, normal or high.")
    @Nullable Priority priority;

    @Option(
        names = "--limit",
        paramLabel = "N",
        description = "At most this many: 1 to 200. Default: ${DEFAULT-VALUE}.")
    int limit = TaskLimits.USUAL_PAGE;

    @Option(names = "--before", paramLabel = "PLACE", description = "Where the last page ended.")
    @Nullable String before;

    Listing(Terminal terminal) {
      super(terminal);
    }

    @Override
    void check() {
      var _ = question();
    }

    private TaskMessages.Tasks question() {
      if (limit < 1 || limit > TaskLimits.PAGE) {
        throw new Problem(Exit.USAGE, "--limit is from 1 to " + TaskLimits.PAGE + ".");
      }
      var in = states.stream().map(TaskLooks::state).toList();
      return new TaskMessages.Tasks(part(), in, open, label, priority, limit, before);
    }

    @Override
    Exit run(TaskClient tasks, TaskPrinter printer) {
      var page = tasks.list(question());
      printer.list(page);
      var next = page.before();
      if (next != null) {
        terminal.err().println(terminal.dim("(more: --before " + Plain.line(next) + ")"));
      }
      return Exit.OK;
    }

    private TaskMessages.@Nullable Part part() {
      if (as == null) return null;
      for (var part : TaskMessages.Part.values()) {
        if (part.name().equalsIgnoreCase(as)) return part;
      }
      throw new Problem(Exit.USAGE, "--as is originator, owner or audience.");
    }
  }

  @Command(
      name = "show",
      description = "Show a task with what it says, its results and its log.",
      footer = {
        "%nExamples:",
        "  reveille task show task_k7m2pq9xwak7m2pq9xwak7m2pq",
        "  reveille task show task_k7m2pq9xwak7m2pq9xwak7m2pq --after 5 --json"
      })
  static final class Show extends TaskCommands.AboutOne {
    @Option(names = "--after", paramLabel = "SEQ", description = "Only rows of the log after it.")
    long after;

    Show(Terminal terminal) {
      super(terminal);
    }

    @Override
    Exit run(TaskClient tasks, TaskPrinter printer) {
      printer.task(tasks.get(task(), Math.max(0, after)));
      return Exit.OK;
    }
  }
}

package dev.reveille.cli;

import dev.reveille.client.TaskClient;
import dev.reveille.protocol.Priority;
import dev.reveille.protocol.TaskDraft;
import dev.reveille.protocol.TaskExpiry;
import dev.reveille.protocol.TaskPart;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "new",
    description = {
      "Create a task for an agent, for the members of a channel, or for those who offer a skill.",
      "The first of several that claims it has it. Who may claim it is decided now and stays."
    },
    footer = {
      "%nExamples:",
      "  reveille task new @bob 'Fix the build' --text 'main is red since noon' --expires 2h",
      "  reveille task new '#general' 'Review the change' --label review --priority high",
      "  reveille task new skill:translate 'Translate the guide' --key guide-1",
      "%nThe id of the task is printed alone on standard output."
    })
final class TaskNew extends TaskCommands.AboutTasks {
  @Parameters(index = "0", paramLabel = "TO", description = "@agent, '#channel' or skill:NAME.")
  String to = "";

  @Parameters(index = "1..*", arity = "1..*", paramLabel = "TITLE", description = "One line.")
  List<String> title = new ArrayList<>();

  @Option(names = "--text", paramLabel = "TEXT", description = "What is to be done.")
  List<String> text = new ArrayList<>();

  @Option(
      names = "--link",
      paramLabel = "URL",
      description = "The address of a file that it needs.")
  List<String> files = new ArrayList<>();

  @Option(
      names = "--priority",
      paramLabel = "PRIORITY",
      converter = PriorityWord.class,
      completionCandidates = PriorityWord.Words.class,
      description = "low, normal or high.")
  Priority priority = Priority.NORMAL;

  @Option(names = "--label", paramLabel = "LABEL", description = "A word to find it by.")
  List<String> labels = new ArrayList<>();

  @Option(
      names = "--due",
      paramLabel = "TIME",
      converter = TimeSpan.class,
      description = "It should be done in this time: 30m, 2h, 7d.")
  @Nullable Duration due;

  @Option(
      names = "--expires",
      paramLabel = "TIME",
      converter = TimeSpan.class,
      description = "It ends by itself after this time: 30m, 2h, 7d. Default: never.")
  @Nullable Duration expires;

  @Option(
      names = "--blocked-by",
      paramLabel = "TASK",
      description = "It cannot be claimed before this task is completed.")
  List<String> blockedBy = new ArrayList<>();

  @Option(names = "--parent", paramLabel = "TASK", description = "It is a part of this task.")
  @Nullable String parent;

  @Option(
      names = "--key",
      paramLabel = "KEY",
      description = "The same key makes no second task: it prints the first one.")
  @Nullable String key;

  TaskNew(Terminal terminal) {
    super(terminal);
  }

  @Override
  void check() {
    var _ = draft();
  }

  @Override
  Exit run(TaskClient tasks, TaskPrinter printer) {
    var made = tasks.create(draft(), key == null ? UUID.randomUUID().toString() : key);
    terminal.out().println(json ? made.json() : Plain.line(made.taskId()));
    return Exit.OK;
  }

  private TaskDraft draft() {
    var parts = new ArrayList<TaskPart>();
    text.forEach(words -> parts.add(new TaskPart.Text(words)));
    files.forEach(url -> parts.add(new TaskPart.File(url, null, null)));
    blockedBy.forEach(TaskCommands::requireTask);
    if (parent != null) TaskCommands.requireTask(parent);
    var target = to.startsWith("skill:") ? to : TargetArguments.channelOrAgent(to);
    return TaskDraft.of(target, String.join(" ", title))
        .withInput(parts)
        .withTerms(
            priority,
            labels,
            due == null ? null : (Long) (System.currentTimeMillis() + due.toMillis()))
        .withExpiry(expiry(expires))
        .withRelations(blockedBy, parent);
  }

  static TaskExpiry expiry(@Nullable Duration after) {
    if (after == null) return TaskExpiry.NEVER;
    if (after.toSeconds() < 1) throw new Problem(Exit.USAGE, "A task has at least 1s.");
    return TaskExpiry.after(after.toSeconds());
  }
}

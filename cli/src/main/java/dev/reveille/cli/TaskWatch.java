package dev.reveille.cli;

import dev.reveille.client.ReveilleClient;
import dev.reveille.protocol.TaskAnswers;
import dev.reveille.protocol.TaskState;
import dev.reveille.protocol.TaskView;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Follows a task. It is a side session that stays: the agent's body goes on undisturbed. The log is
 * read whenever something happened, so nothing is missed and nothing is shown twice.
 */
@Command(
    name = "watch",
    description = {
      "Print the log of a task, and each new row of it until the task ends.",
      "Exit code 0 if it was completed, 1 if it ended otherwise, 5 if --for is over before."
    },
    footer = {
      "%nExamples:",
      "  reveille task watch task_k7m2pq9xwak7m2pq9xwak7m2pq",
      "  reveille task watch task_k7m2pq9xwak7m2pq9xwak7m2pq --for 10m --json"
    })
final class TaskWatch implements Callable<Integer> {
  /** Between two looks if the connection was lost meanwhile. */
  private static final Duration LOOK = Duration.ofMillis(500);

  private final Terminal terminal;

  @Mixin ServerOptions server = new ServerOptions();

  @Parameters(paramLabel = "TASK", description = "The id of the task: task_…")
  String id = "";

  @Option(
      names = "--for",
      paramLabel = "TIME",
      converter = TimeSpan.class,
      description = "Stop after this time: 30s, 10m. Default: never.")
  @Nullable Duration limit;

  @Option(names = "--json", description = "One JSON object per line: the rows of the log.")
  boolean json;

  TaskWatch(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws InterruptedException {
    var task = TaskCommands.requireTask(id);
    var hints = new LinkedBlockingQueue<Long>();
    var builder = server.client(terminal, ConnectAs.IDENTITY).side(true);
    builder.on(TaskAnswers.Event.class, event -> hints.add(event.taskSeq()));
    try (var client = server.connect(terminal, builder)) {
      return follow(client, task, hints).code();
    }
  }

  private Exit follow(ReveilleClient client, String task, LinkedBlockingQueue<Long> hints)
      throws InterruptedException {
    var printer = new TaskPrinter(terminal, json);
    long start = System.nanoTime();
    int connection = client.reconnects();
    var seen = show(client, client.tasks().watch(task, 0, true), 0, printer);
    while (!seen.state().isOver()) {
      if (limit != null && System.nanoTime() - start > limit.toNanos()) return Exit.TIMED_OUT;
      var hint = hints.poll(LOOK.toMillis(), TimeUnit.MILLISECONDS);
      boolean again = client.reconnects() != connection;
      if (again) {
        connection = client.reconnects();
        seen = show(client, client.tasks().watch(task, seen.seq(), true), seen.seq(), printer);
      } else if (hint != null && hint > seen.seq()) {
        seen = show(client, client.tasks().get(task, seen.seq()), seen.seq(), printer);
      }
    }
    return seen.state() == TaskState.COMPLETED ? Exit.OK : Exit.FAILED;
  }

  /** Prints the rows after a seq, page by page. Returns the task as it is then. */
  private static TaskView show(
      ReveilleClient client, TaskView first, long after, TaskPrinter printer) {
    var task = first;
    long last = after;
    while (task.content() != null) {
      for (var row : task.content().log()) {
        if (row.seq() <= last) continue;
        printer.row(row);
        last = row.seq();
      }
      if (!task.content().more()) break;
      task = client.tasks().get(task.taskId(), last);
    }
    return task;
  }
}

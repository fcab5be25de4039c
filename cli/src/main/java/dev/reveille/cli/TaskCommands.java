package dev.reveille.cli;

import dev.reveille.client.TaskClient;
import dev.reveille.protocol.Names;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands about tasks. All of them are side sessions: nobody is displaced by them. */
@Command(
    name = "task",
    description = {
      "Give work to agents, take it and end it.",
      "A task has one owner, a state and a log. Whoever made it is told what becomes of it."
    },
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "%nExamples:",
      "  reveille task new @bob 'Fix the build' --text 'main is red since noon' --expires 2h",
      "  reveille task list --open",
      "  reveille task claim task_k7m2pq9xwak7m2pq9xwak7m2pq",
      "  reveille task done task_k7m2pq9xwak7m2pq9xwak7m2pq 'it was a typo'",
      "%nTasks need an identity with a key. A task that others were faster to take, or that is not"
          + " in the state that a command needs, ends the command with exit code 1."
    })
final class TaskCommands {
  private TaskCommands() {}

  static CommandLine group(Terminal terminal) {
    var group = new CommandLine(new TaskCommands());
    group.addSubcommand(new TaskNew(terminal));
    group.addSubcommand(new TaskLooks.Listing(terminal));
    group.addSubcommand(new TaskLooks.Show(terminal));
    group.addSubcommand(new TaskSteps.Claim(terminal));
    group.addSubcommand(new TaskSteps.Update(terminal));
    group.addSubcommand(new TaskSteps.Done(terminal));
    group.addSubcommand(new TaskSteps.Fail(terminal));
    group.addSubcommand(new TaskSteps.Reject(terminal));
    group.addSubcommand(new TaskSteps.GiveBack(terminal));
    group.addSubcommand(new TaskSteps.Cancel(terminal));
    group.addSubcommand(new TaskSteps.Extend(terminal));
    group.addSubcommand(new TaskWatch(terminal));
    return group;
  }

  /** A command that talks to the server about tasks. */
  abstract static class AboutTasks implements Callable<Integer> {
    final Terminal terminal;

    @Mixin ServerOptions server = new ServerOptions();

    @Option(names = "--json", description = "Print what the server answers, as JSON.")
    boolean json;

    AboutTasks(Terminal terminal) {
      this.terminal = terminal;
    }

    @Override
    public Integer call() {
      if (server.agent.ephemeral) {
        throw new Problem(Exit.USAGE, "A guest has no tasks; use an identity.");
      }
      check();
      try (var client = server.side(terminal, ConnectAs.IDENTITY)) {
        return run(client.tasks(), new TaskPrinter(terminal, json)).code();
      }
    }

    /** Ends with a {@link Problem} if the command line is wrong, before anything is connected. */
    abstract void check();

    abstract Exit run(TaskClient tasks, TaskPrinter printer);
  }

  /** A command about one task. */
  abstract static class AboutOne extends AboutTasks {
    @Parameters(index = "0", paramLabel = "TASK", description = "The id of the task: task_…")
    String id = "";

    AboutOne(Terminal terminal) {
      super(terminal);
    }

    final String task() {
      return requireTask(id);
    }

    @Override
    void check() {
      var _ = task();
    }
  }

  static String requireTask(String id) {
    if (Names.isTask(id)) return id;
    throw new Problem(
        Exit.USAGE,
        "'"
            + Plain.line(id)
            + "' is not a task; its id is task_ and 26 letters or digits. See: reveille task list");
  }
}

package dev.reveille.cli;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;

@Command(
    name = "completion",
    description = "Print a script that lets the shell complete commands and options.",
    footer = {
      "%nExamples:",
      "  source <(reveille completion bash)     # in ~/.bashrc",
      "  source <(reveille completion zsh)      # in ~/.zshrc",
      "%nA script in a file loads faster: reveille completion bash > FILE"
    })
final class CompletionCommand implements Callable<Integer> {
  private static final List<String> SHELLS = List.of("bash", "zsh");

  private final Terminal terminal;
  private final Supplier<ServerLauncher> server;

  @Parameters(
      paramLabel = "SHELL",
      completionCandidates = Shells.class,
      description = "bash or zsh.")
  String shell = "";

  /** For the completion of this command itself. */
  static final class Shells implements Iterable<String> {
    @Override
    public java.util.Iterator<String> iterator() {
      return SHELLS.iterator();
    }
  }

  CompletionCommand(Terminal terminal, Supplier<ServerLauncher> server) {
    this.terminal = terminal;
    this.server = server;
  }

  @Override
  public Integer call() {
    if (!SHELLS.contains(shell)) {
      throw new Problem(
          Exit.USAGE, "There is no completion for '" + shell + "'; it can be bash or zsh.");
    }
    var root = Main.commandLine(terminal, server);
    for (var name : UsageError.LAUNCHER_COMMANDS) {
      root.addSubcommand(name, CommandSpec.create().name(name));
    }
    // The same script does for both: in zsh it loads the emulation of bash's completion.
    terminal.out().print(AutoComplete.bash("reveille", root));
    return Exit.OK.code();
  }
}

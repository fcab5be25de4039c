package dev.reveille.cli;

import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

@Command(
    name = "help",
    description = "Show the help of a command, as --help does.",
    footer = {"%nExamples:", "  reveille help send", "  reveille help identity new"})
final class HelpCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Spec CommandSpec spec = CommandSpec.create();

  @Parameters(paramLabel = "COMMAND", arity = "0..*", description = "Default: all commands.")
  List<String> words = List.of();

  HelpCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    var command = spec.root().commandLine();
    for (var word : words) {
      var next = command.getSubcommands().get(word);
      if (next == null) throw new UnmatchedArgumentException(command, List.of(word));
      command = next;
    }
    command.usage(terminal.out(), command.getColorScheme());
    return Exit.OK.code();
  }
}

package dev.reveille.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** What is wrong with a command line, as a sentence that names the nearest right one. */
final class UsageError {
  /** The launcher's own, which the program never sees unless they are mistyped. */
  static final List<String> OF_THE_LAUNCHER = List.of("build", "test", "bench");

  private UsageError() {}

  static String sentence(ParameterException e) {
    var command = e.getCommandLine().getCommandSpec();
    var what =
        switch (e) {
          case UnmatchedArgumentException unmatched -> unmatched(unmatched, command);
          case MissingParameterException missing -> missing(missing, command);
          default -> plain(e) + ".";
        };
    return what + " See: " + command.qualifiedName() + " --help";
  }

  /** What a conversion threw is nothing that a person can act on. */
  private static String plain(ParameterException e) {
    return String.valueOf(e.getMessage())
        .replaceFirst(" \\(java\\.(?s:.*)\\)$", "")
        .replaceFirst("is not an? (int|long)$", "is not a whole number")
        .replaceFirst("\\.$", "");
  }

  private static String missing(MissingParameterException e, CommandSpec command) {
    boolean nothing = e.getCommandLine().getParseResult().matchedPositionals().isEmpty();
    boolean channel = command.name().equals("send") || command.name().equals("history");
    return nothing && channel
        ? plain(e) + ". In a shell # begins a comment: put the channel in quotes, '#general'."
        : plain(e) + ".";
  }

  private static String unmatched(UnmatchedArgumentException e, CommandSpec command) {
    var typed = e.getUnmatched().getFirst();
    if (e.isUnknownOption()) {
      var option = typed.replaceFirst("=(?s:.*)$", "");
      return "There is no option '" + option + "'" + hint(Nearest.to(option, options(command)));
    }
    if (command.subcommands().isEmpty()) {
      return "'" + typed + "' is one argument too many.";
    }
    boolean root = command.parent() == null;
    var group = root ? "" : command.name() + " ";
    return "There is no command '"
        + group
        + typed
        + "'"
        + hint(Nearest.to(typed, commands(command)).map(name -> group + name));
  }

  private static String hint(Optional<String> nearest) {
    return nearest.map(name -> "; did you mean " + name + "?").orElse(".");
  }

  private static List<String> options(CommandSpec command) {
    return command.options().stream()
        .filter(option -> !option.hidden())
        .map(OptionSpec::longestName)
        .toList();
  }

  private static List<String> commands(CommandSpec command) {
    var names = new ArrayList<String>();
    if (command.parent() == null) names.addAll(OF_THE_LAUNCHER);
    for (CommandLine sub : command.subcommands().values()) names.add(sub.getCommandName());
    return names;
  }
}

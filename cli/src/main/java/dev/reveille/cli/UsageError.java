package dev.reveille.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Says in one sentence what is wrong with a command line, and suggests the closest right word. */
final class UsageError {
  /** Commands of the launcher. The program sees them only if they are mistyped. */
  static final List<String> LAUNCHER_COMMANDS = List.of("build", "test", "bench");

  /** Labels of arguments that may be a channel, which a shell takes for a comment. */
  private static final Set<String> CHANNEL_LABELS = Set.of("CHANNEL", "TO");

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

  /** Removes the exception of a conversion from the text: a person cannot act on it. */
  private static String plain(ParameterException e) {
    return String.valueOf(e.getMessage())
        .replaceFirst("^Error: ", "")
        .replaceFirst(" \\(java\\.(?s:.*)\\)$", "")
        .replaceFirst("is not an? (int|long)$", "is not a whole number")
        .replaceFirst("\\.$", "");
  }

  private static String missing(MissingParameterException e, CommandSpec command) {
    boolean nothing = e.getCommandLine().getParseResult().matchedPositionals().isEmpty();
    return nothing && takesChannel(command)
        ? plain(e) + ". In a shell # begins a comment: put the channel in quotes, '#general'."
        : plain(e) + ".";
  }

  private static boolean takesChannel(CommandSpec command) {
    return command.positionalParameters().stream()
        .anyMatch(p -> CHANNEL_LABELS.contains(p.paramLabel()));
  }

  private static String unmatched(UnmatchedArgumentException e, CommandSpec command) {
    var typed = e.getUnmatched().getFirst();
    if (e.isUnknownOption()) {
      var option = typed.replaceFirst("=(?s:.*)$", "");
      return "There is no option '" + option + "'" + hint(ClosestWord.to(option, options(command)));
    }
    if (command.subcommands().isEmpty()) return "'" + typed + "' is one argument too many.";
    boolean root = command.parent() == null;
    var group = root ? "" : command.name() + " ";
    return "There is no command '"
        + group
        + typed
        + "'"
        + hint(ClosestWord.to(typed, commands(command)).map(name -> group + name));
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
    if (command.parent() == null) names.addAll(LAUNCHER_COMMANDS);
    for (CommandLine sub : command.subcommands().values()) names.add(sub.getCommandName());
    return names;
  }
}

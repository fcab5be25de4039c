package dev.reveille.cli;

import dev.reveille.client.ClientException;
import dev.reveille.client.file.TransferException;
import dev.reveille.protocol.ErrorCode;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The {@code reveille} command line. */
@Command(
    name = "reveille",
    description = "Keeps a swarm of AI agents working without a person carrying messages.",
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "%nExamples:",
      "  reveille up",
      "  reveille listen '#general'",
      "  reveille send '#general' 'hello'"
    })
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    int exit = run(args, Terminal.system(), EmbeddedServer::new);
    // System.exit waits 300 ms for threads that stand in a system call, such as those that read
    // sockets. A command that succeeded and left no thread of its own need not call it.
    if (exit != 0 || args.length == 0 || !CommandList.isShort(args[0])) System.exit(exit);
  }

  /**
   * Runs one command and returns its exit code. Does not throw for errors that a user can cause.
   */
  static int run(String[] args, Terminal terminal, Supplier<ServerLauncher> server) {
    return commandLine(terminal, server, args).execute(args);
  }

  /**
   * Makes the command line.
   *
   * @param args if they begin with a command, only that command is in it; else all are
   */
  static CommandLine commandLine(
      Terminal terminal, Supplier<ServerLauncher> server, String... args) {
    var root = new CommandLine(new Main());
    CommandList.addTo(root, terminal, server, args);
    // @ada is an agent, not a file to read arguments from.
    root.setExpandAtFiles(false);
    addCommonOptions(root.getCommandSpec());
    HelpLayout.apply(root, terminal.env());
    root.setOut(new PrintWriter(terminal.out(), true, StandardCharsets.UTF_8));
    root.setErr(new PrintWriter(terminal.err(), true, StandardCharsets.UTF_8));
    root.setColorScheme(
        CommandLine.Help.defaultColorScheme(terminal.colour() ? Ansi.ON : Ansi.OFF));
    root.setParameterExceptionHandler((e, _) -> usageError(e, terminal));
    root.setExecutionExceptionHandler((e, command, _) -> failure(e, command, terminal));
    return root;
  }

  /** Adds --help, --version, --debug and the table of exit codes to every command. */
  private static void addCommonOptions(CommandSpec command) {
    command.mixinStandardHelpOptions(true);
    command.versionProvider(new VersionProvider());
    command.addMixin("debug", CommandSpec.forAnnotatedObject(new Debug()));
    var usage = command.usageMessage();
    var footer = usage.footer();
    var full = java.util.Arrays.copyOf(footer, footer.length + 1);
    full[footer.length] = Exit.table();
    usage.footer(full);
    command.subcommands().values().forEach(sub -> addCommonOptions(sub.getCommandSpec()));
  }

  /** The option that shows stack traces. */
  static final class Debug {
    @Option(names = "--debug", description = "Show the stack trace of an error.")
    boolean on;
  }

  private static int usageError(ParameterException e, Terminal terminal) {
    if (String.valueOf(e.getMessage()).startsWith("Missing required subcommand")) {
      e.getCommandLine().usage(terminal.err());
    }
    terminal.error(UsageError.sentence(e));
    return Exit.USAGE.code();
  }

  private static int failure(Exception e, CommandLine command, Terminal terminal) {
    if (isDebug(command)) e.printStackTrace(terminal.err());
    return report(e, terminal);
  }

  /** Says in a sentence why a command failed. Returns its exit code. */
  static int report(Exception e, Terminal terminal) {
    return switch (e) {
      case Problem problem -> {
        terminal.error(String.valueOf(problem.getMessage()));
        yield problem.exit().code();
      }
      case TransferException transfer -> {
        terminal.error(String.valueOf(transfer.getMessage()));
        yield Exit.of(transfer).code();
      }
      case ClientException refused -> {
        terminal.error(explain(refused));
        yield Exit.of(refused).code();
      }
      default -> {
        terminal.error("Unexpected error: " + e + ". --debug shows where.");
        yield Exit.FAILED.code();
      }
    };
  }

  private static boolean isDebug(CommandLine command) {
    return command.getParseResult().matchedOptionValue("--debug", false);
  }

  private static String explain(ClientException e) {
    var sentence = String.valueOf(e.getMessage());
    return switch (e) {
      case ClientException.CannotConnect failed when failed.isRefused() ->
          sentence + " Is the server running? Start it with: reveille up";
      case ClientException.CannotConnect _ -> sentence;
      case ClientException.Refused refused ->
          "The server refused: " + sentence + " (" + refused.wireCode() + ")." + advice(refused);
      case ClientException.TimedOut _ -> sentence + " Try again, or wait longer with --timeout.";
      case ClientException.Ended _ -> sentence;
    };
  }

  private static String advice(ClientException.Refused refused) {
    return switch (refused.code().orElse(null)) {
      case ErrorCode.CHANNEL_NOT_FOUND -> " List the channels with: reveille channels";
      case ErrorCode.NOT_INVITED ->
          " Use --identity with an agent that is a member of the channel.";
      case ErrorCode.AGENT_NOT_FOUND ->
          NamedAgent.isUnknown(refused)
              ? " List the agents that are connected with: reveille agents. An agent with a key can"
                  + " be reached by its id, @ and 16 hex digits, once it has connected."
              : "";
      case ErrorCode.TASK_NOT_FOUND -> " List the tasks of an identity with: reveille task list";
      case ErrorCode.SIGNATURE_REQUIRED -> " Use --identity with a key, and not --ephemeral.";
      case ErrorCode.RATE_LIMITED -> " Wait a moment and try again.";
      case ErrorCode.NOT_ALLOWED ->
          String.valueOf(refused.getMessage()).matches("(?s).*(token|TASK_).*")
              ? ""
              : " Use --identity with a key that the server knows.";
      case null, default -> "";
    };
  }
}

package dev.reveille.cli;

import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import picocli.CommandLine;

/**
 * The commands of the program, in the order of {@code --help}. A new command is one line.
 *
 * <p>A command is made when it is needed: reading the options of all of them takes longer than most
 * commands run.
 */
final class CommandList {
  private static final List<Listed> ALL =
      List.of(
          command("up", UpCommand::new).lasting(),
          command("status", StatusCommand::new),
          command("down", DownCommand::new),
          command("send", SendCommand::new),
          command("listen", ListenCommand::new),
          command("wait", WaitCommand::new),
          command("unread", UnreadCommand::new),
          command("receipt", ReceiptCommand::new),
          command("retract", RetractCommand::new),
          command("task", TaskCommands::group),
          command("mail", MailCommands::group),
          command("watch", WatchCommand::new).lasting(),
          command("top", TopCommand::new).lasting(),
          command("demo", DemoCommand::new).lasting(),
          command("channels", ChannelsCommand::new),
          command("channel", ChannelCommands::group),
          command("agents", AgentsCommand::new),
          command("history", HistoryCommand::new),
          command("identity", IdentityCommand::group),
          command("admin", AdminCommands::group),
          command("token", TokenCommands::group),
          command("seat", SeatCommands::group),
          command("route", RouteCommands::group),
          command("memory", MemoryCommand::group),
          command("mcp", McpCommand::group),
          command("audit", AuditCommand::group),
          command("skills", SkillCommands::group),
          command("callbacks", CallbacksCommand::group),
          command("verify", VerifyCommand::new),
          command("file", FileCommand::group),
          command("wake", WakeSeatCommand::new),
          command("why", WhyCommand::new),
          command("replay", ReplayCommand::new),
          command("report", ReportCommand::new),
          command("gate", GateCommands::group),
          command("doctor", DoctorCommand::new),
          command("completion", CompletionCommand::new),
          command("help", HelpCommand::new));

  private CommandList() {}

  /**
   * A command that can be made.
   *
   * @param lasts true if it may leave threads that would keep the process alive
   */
  private record Listed(
      String name, BiFunction<Terminal, Supplier<ServerLauncher>, Object> make, boolean lasts) {
    Listed lasting() {
      return new Listed(name, make, true);
    }
  }

  private static Listed command(String name, Function<Terminal, Object> make) {
    return new Listed(name, (terminal, _) -> make.apply(terminal), false);
  }

  private static Listed command(
      String name, BiFunction<Terminal, Supplier<ServerLauncher>, Object> make) {
    return new Listed(name, make, false);
  }

  static List<String> names() {
    return ALL.stream().map(Listed::name).toList();
  }

  private static Stream<Listed> named(String name) {
    return ALL.stream().filter(command -> command.name().equals(name));
  }

  /** True if the process may end by itself when the command returns. */
  static boolean isShort(String name) {
    return named(name).noneMatch(Listed::lasts);
  }

  /** Adds the command that the line begins with, or all if it begins with none or is about all. */
  static void addTo(
      CommandLine root, Terminal terminal, Supplier<ServerLauncher> server, String... line) {
    var first = line.length == 0 ? "" : line[0];
    var one = first.equals("help") ? List.<Listed>of() : named(first).toList();
    for (var command : one.isEmpty() ? ALL : one) {
      root.addSubcommand(command.make().apply(terminal, server));
    }
  }
}

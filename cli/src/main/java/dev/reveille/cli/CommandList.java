package dev.reveille.cli;

import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import picocli.CommandLine;

/**
 * The commands of the program, in the order of {@code --help}. A new command is one line in {@link
 * #NAMES} and one in {@link #make}.
 *
 * <p>A command is made when it is needed: reading the options of all of them takes longer than most
 * commands run.
 */
final class CommandList {
  static final List<String> NAMES =
      List.of(
          "up",
          "status",
          "down",
          "send",
          "listen",
          "wait",
          "unread",
          "receipt",
          "mail",
          "watch",
          "top",
          "demo",
          "channels",
          "channel",
          "agents",
          "history",
          "identity",
          "admin",
          "token",
          "seat",
          "memory",
          "mcp",
          "audit",
          "skills",
          "callbacks",
          "verify",
          "file",
          "why",
          "replay",
          "report",
          "gate",
          "doctor",
          "completion",
          "help");

  /** These may leave threads that would keep the process alive. */
  private static final Set<String> LONG = Set.of("up", "demo", "watch", "top");

  private final Terminal terminal;
  private final Supplier<ServerLauncher> server;

  CommandList(Terminal terminal, Supplier<ServerLauncher> server) {
    this.terminal = terminal;
    this.server = server;
  }

  /** True if the process may end by itself when the command returns. */
  static boolean isShort(String command) {
    return !LONG.contains(command);
  }

  /** Adds the command that the line begins with, or all if it begins with none or is about all. */
  void addTo(CommandLine root, String... line) {
    var first = line.length == 0 ? "" : line[0];
    boolean one = NAMES.contains(first) && !first.equals("help");
    for (var name : one ? List.of(first) : NAMES) root.addSubcommand(make(name));
  }

  private Object make(String name) {
    return switch (name) {
      case "up" -> new UpCommand(terminal, server);
      case "status" -> new StatusCommand(terminal);
      case "down" -> new DownCommand(terminal);
      case "send" -> new SendCommand(terminal);
      case "listen" -> new ListenCommand(terminal);
      case "wait" -> new WaitCommand(terminal);
      case "unread" -> new UnreadCommand(terminal);
      case "receipt" -> new ReceiptCommand(terminal);
      case "mail" -> MailCommands.group(terminal);
      case "watch" -> new WatchCommand(terminal);
      case "top" -> new TopCommand(terminal);
      case "demo" -> new DemoCommand(terminal, server);
      case "channels" -> new ChannelsCommand(terminal);
      case "channel" -> ChannelCommands.group(terminal);
      case "agents" -> new AgentsCommand(terminal);
      case "history" -> new HistoryCommand(terminal);
      case "identity" -> IdentityCommand.group(terminal);
      case "admin" -> AdminCommands.group(terminal);
      case "token" -> TokenCommands.group(terminal);
      case "seat" -> SeatCommands.group(terminal);
      case "memory" -> MemoryCommand.group(terminal);
      case "mcp" -> McpCommand.group(terminal);
      case "audit" -> AuditCommand.group(terminal);
      case "skills" -> SkillCommands.group(terminal);
      case "callbacks" -> CallbacksCommand.group(terminal);
      case "verify" -> new VerifyCommand(terminal);
      case "file" -> FileCommand.group(terminal);
      case "why" -> new WhyCommand(terminal);
      case "replay" -> new ReplayCommand(terminal);
      case "report" -> new ReportCommand(terminal);
      case "gate" -> GateCommands.group(terminal);
      case "doctor" -> new DoctorCommand(terminal);
      case "completion" ->
          new CompletionCommand(terminal, () -> Main.commandLine(terminal, server));
      case "help" -> new HelpCommand(terminal);
      default -> throw new IllegalArgumentException(name);
    };
  }
}

package dev.reveille.cli;

import dev.reveille.protocol.AdminOrder;
import dev.reveille.protocol.Names;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "admin",
    description = "Administer a running server.",
    subcommandsRepeatable = false,
    footer = {
      "%nExamples:",
      "  reveille admin connections",
      "  reveille admin kick @3f2a9c1d4b5e6f70 --reason 'runs in circles'",
      "  reveille admin ban @3f2a9c1d4b5e6f70",
      "%nThe key is taken from --admin-key-file, AGENTCHAT_ADMIN_KEY or admin.key in the data"
          + " folder,",
      "never from the command line, which other users of the machine can see."
    })
final class AdminCommands {
  private AdminCommands() {}

  static CommandLine group(Terminal terminal) {
    return new CommandLine(new AdminCommands())
        .addSubcommand(new Kick(terminal))
        .addSubcommand(new Ban(terminal))
        .addSubcommand(new Unban(terminal))
        .addSubcommand(new ModerationCommands.Mute(terminal))
        .addSubcommand(new ModerationCommands.SlowMode(terminal))
        .addSubcommand(new Verify(terminal))
        .addSubcommand(new Motd(terminal))
        .addSubcommand(new AllowlistCommands.Approve(terminal))
        .addSubcommand(new AllowlistCommands.Revoke(terminal))
        .addSubcommand(new AllowlistCommands.Show(terminal))
        .addSubcommand(new ConnectionsCommand(terminal));
  }

  /** Returns the id with {@code @}, whether it was typed with it or not. */
  static String agent(String typed) {
    var bare = typed.startsWith("@") ? typed.substring(1) : typed;
    if (Names.isName(bare)) return "@" + bare;
    throw new Problem(
        Exit.USAGE, "'" + typed + "' is not an agent's id; list the agents with: reveille agents");
  }

  /** An order about one agent. */
  abstract static class OnAgent implements Callable<Integer> {
    final Terminal terminal;

    @Mixin AdminOptions admin = new AdminOptions();

    @Parameters(paramLabel = "AGENT", description = "The agent's @id.")
    String target = "";

    OnAgent(Terminal terminal) {
      this.terminal = terminal;
    }

    String agent() {
      return AdminCommands.agent(target);
    }
  }

  @Command(
      name = "kick",
      description = "End an agent's session. It may come back.",
      footer = {"%nExample:", "  reveille admin kick @3f2a9c1d4b5e6f70 --reason 'too loud'"})
  static final class Kick extends OnAgent {
    @Option(names = "--reason", paramLabel = "TEXT", description = "Shown to the agent.")
    @Nullable String reason;

    Kick(Terminal terminal) {
      super(terminal);
    }

    @Override
    public Integer call() {
      return admin.run(
          terminal, new AdminOrder.Kick(agent(), reason), agent() + " has been kicked.");
    }
  }

  @Command(
      name = "ban",
      description = "End an agent's session and refuse its key from now on.",
      footer = {
        "%nExample:",
        "  reveille admin ban @3f2a9c1d4b5e6f70 --reason spam",
        "%nA ban works only for agents with a key: others get a new id each time they connect."
      })
  static final class Ban extends OnAgent {
    @Option(names = "--reason", paramLabel = "TEXT", description = "Shown to the agent.")
    @Nullable String reason;

    Ban(Terminal terminal) {
      super(terminal);
    }

    @Override
    public Integer call() {
      return admin.run(terminal, new AdminOrder.Ban(agent(), reason), agent() + " is banned.");
    }
  }

  @Command(
      name = "unban",
      description = "Allow a banned agent to connect again.",
      footer = {"%nExample:", "  reveille admin unban @3f2a9c1d4b5e6f70"})
  static final class Unban extends OnAgent {
    Unban(Terminal terminal) {
      super(terminal);
    }

    @Override
    public Integer call() {
      return admin.run(terminal, new AdminOrder.Unban(agent()), agent() + " is no longer banned.");
    }
  }

  @Command(
      name = "verify",
      description = "Mark a connected agent as verified until its session ends.",
      footer = {
        "%nExamples:",
        "  reveille admin verify @3f2a9c1d4b5e6f70",
        "  reveille admin verify @3f2a9c1d4b5e6f70 --withdraw"
      })
  static final class Verify extends OnAgent {
    @Option(names = "--withdraw", description = "Remove the mark.")
    boolean withdraw;

    Verify(Terminal terminal) {
      super(terminal);
    }

    @Override
    public Integer call() {
      return admin.run(
          terminal,
          new AdminOrder.Verify(agent(), !withdraw),
          agent() + (withdraw ? " is no longer verified." : " is verified until it disconnects."));
    }
  }

  @Command(
      name = "motd",
      description = "Change the message of the day and tell everybody.",
      footer = {
        "%nExamples:",
        "  reveille admin motd 'back at four'",
        "  reveille admin motd --clear",
        "  reveille admin motd 'upgrade, back soon' --kick"
      })
  static final class Motd implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin AdminOptions admin = new AdminOptions();

    @Parameters(arity = "0..*", paramLabel = "TEXT", description = "The new message.")
    List<String> words = List.of();

    @Option(names = "--clear", description = "Remove the message.")
    boolean clear;

    @Option(names = "--kick", description = "Close all other connections afterwards.")
    boolean kick;

    Motd(Terminal terminal) {
      this.terminal = terminal;
    }

    @Override
    public Integer call() {
      var text = String.join(" ", words);
      if (text.isBlank() != clear) {
        throw new Problem(Exit.USAGE, "Give a text, or --clear to remove the message.");
      }
      return admin.run(
          terminal,
          new AdminOrder.Motd(clear ? null : text, kick),
          (clear ? "There is no message of the day now." : "Everybody has been told.")
              + (kick ? " All other connections are closed." : ""));
    }
  }
}

package dev.reveille.cli;

import dev.reveille.protocol.AdminOrder;
import dev.reveille.protocol.Names;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What administrators do about those who talk too much. */
final class ModerationCommands {
  private ModerationCommands() {}

  @Command(
      name = "mute",
      description = "Take no message of an agent for a while.",
      footer = {
        "%nExamples:",
        "  reveille admin mute @3f2a9c1d4b5e6f70 600 --reason 'flooding #general'",
        "  reveille admin mute @3f2a9c1d4b5e6f70 0"
      })
  static final class Mute extends AdminCommand.OnAgent {
    @Parameters(
        paramLabel = "SECONDS",
        description = "How long, at most a year. 0 lets it speak again.")
    long seconds;

    @Option(
        names = "--reason",
        paramLabel = "TEXT",
        description = "The agent is told. Needed unless SECONDS is 0.")
    String reason = "";

    Mute(Terminal terminal) {
      super(terminal);
    }

    @Override
    public Integer call() {
      if (seconds > 0 && reason.isBlank()) {
        throw new Problem(Exit.USAGE, "Say why with --reason: the agent is told.");
      }
      return admin.run(
          terminal,
          new AdminOrder.Mute(agent(), seconds, reason),
          seconds == 0
              ? agent() + " may speak again."
              : agent() + " is muted for " + seconds + " s.");
    }
  }

  @Command(
      name = "slow",
      description = "Set how long each agent must wait between two messages in a channel.",
      footer = {
        "%nExamples:",
        "  reveille admin slow '#general' 30",
        "  reveille admin slow '#general' 0"
      })
  static final class Slow implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin AdminOptions admin = new AdminOptions();

    @Parameters(paramLabel = "CHANNEL", description = "In quotes: '#general'.")
    String channel = "";

    @Parameters(paramLabel = "SECONDS", description = "At most a day. 0 = no wait.")
    long seconds;

    Slow(Terminal terminal) {
      this.terminal = terminal;
    }

    @Override
    public Integer call() {
      if (!Names.isChannel(channel)) {
        throw new Problem(Exit.USAGE, "'" + channel + "' is no channel; give one like '#general'.");
      }
      return admin.run(
          terminal,
          new AdminOrder.SlowMode(channel, seconds),
          seconds == 0
              ? channel + " is not slowed."
              : "In " + channel + " each agent may speak once per " + seconds + " s.");
    }
  }
}

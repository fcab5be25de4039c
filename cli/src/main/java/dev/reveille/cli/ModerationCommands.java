package dev.reveille.cli;

import dev.reveille.protocol.AdminOrder;
import dev.reveille.protocol.Names;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The orders that quieten agents and channels without ending a session. */
final class ModerationCommands {
  private ModerationCommands() {}

  @Command(
      name = "mute",
      description = "Take no message of an agent for a while. It still hears everything.",
      footer = {
        "%nExamples:",
        "  reveille admin mute @3f2a9c1d4b5e6f70 10m --reason 'the build is red, wait'",
        "  reveille admin mute @3f2a9c1d4b5e6f70 0"
      })
  static final class Mute extends AdminCommand.OnAgent {
    @Parameters(
        paramLabel = "TIME",
        converter = Span.class,
        description = "How long: 90, 10m, 1h. 0 = it may speak again.")
    Duration time = Duration.ZERO;

    @Option(
        names = "--reason",
        paramLabel = "TEXT",
        description = "The agent is told. Needed unless the time is 0.")
    @Nullable String reason;

    Mute(Terminal terminal) {
      super(terminal);
    }

    @Override
    public Integer call() {
      long seconds = seconds(time);
      if (seconds > 0 && (reason == null || reason.isBlank())) {
        throw new Problem(Exit.USAGE, "Say why with --reason: the agent is told.");
      }
      return admin.run(
          terminal,
          new AdminOrder.Mute(agent(), seconds, reason == null ? "" : reason),
          agent() + (seconds == 0 ? " may speak again." : " is muted for " + seconds + " s."));
    }
  }

  @Command(
      name = "slow-mode",
      description = "Let each agent say one message per so much time in a channel.",
      footer = {
        "%nExamples:",
        "  reveille admin slow-mode '#general' 30",
        "  reveille admin slow-mode '#general' 0"
      })
  static final class SlowMode implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin AdminOptions admin = new AdminOptions();

    @Parameters(index = "0", paramLabel = "CHANNEL", description = "The channel, # and its name.")
    String channel = "";

    @Parameters(
        index = "1",
        paramLabel = "TIME",
        converter = Span.class,
        description = "The least time between two messages: 30, 5m. 0 = no slow mode.")
    Duration time = Duration.ZERO;

    SlowMode(Terminal terminal) {
      this.terminal = terminal;
    }

    @Override
    public Integer call() {
      if (!Names.isChannel(channel)) {
        throw new Problem(
            Exit.USAGE, "'" + channel + "' is no channel; write '#name', in quotes for the shell.");
      }
      long seconds = seconds(time);
      return admin.run(
          terminal,
          new AdminOrder.SlowMode(channel, seconds),
          seconds == 0
              ? channel + " is not in slow mode."
              : "One message per " + seconds + " s and agent in " + channel + ".");
    }
  }

  /** What is less than a second is one: it was not meant as none. */
  private static long seconds(Duration time) {
    return time.plusMillis(999).toSeconds();
  }
}

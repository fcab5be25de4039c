package dev.reveille.cli;

import dev.reveille.protocol.ModerationOrders;
import dev.reveille.protocol.Names;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Orders that limit agents and channels without ending a session. */
final class ModerationCommands {
  private ModerationCommands() {}

  @Command(
      name = "mute",
      description = "Refuse the messages of an agent for a time. It still receives everything.",
      footer = {
        "%nExamples:",
        "  reveille admin mute @3f2a9c1d4b5e6f70 10m --reason 'the build is red, wait'",
        "  reveille admin mute @3f2a9c1d4b5e6f70 0"
      })
  static final class Mute extends AdminCommands.OnAgent {
    @Parameters(
        paramLabel = "TIME",
        converter = TimeSpan.class,
        description = "How long: 90, 10m, 1h. 0 ends a mute.")
    Duration time = Duration.ZERO;

    @Option(
        names = "--reason",
        paramLabel = "TEXT",
        description = "Shown to the agent. Needed unless the time is 0.")
    @Nullable String reason;

    Mute(Terminal terminal) {
      super(terminal);
    }

    @Override
    public Integer call() {
      long seconds = seconds(time);
      if (seconds > 0 && (reason == null || reason.isBlank())) {
        throw new Problem(Exit.USAGE, "Give a reason with --reason: the agent is told.");
      }
      return admin.run(
          terminal,
          new ModerationOrders.Mute(agent(), seconds, reason == null ? "" : reason),
          agent() + (seconds == 0 ? " may speak again." : " is muted for " + seconds + " s."));
    }
  }

  @Command(
      name = "slow-mode",
      description = "Limit each agent in a channel to one message per given time.",
      footer = {
        "%nExamples:",
        "  reveille admin slow-mode '#general' 30",
        "  reveille admin slow-mode '#general' 0"
      })
  static final class SlowMode implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin AdminOptions admin = new AdminOptions();

    @Parameters(index = "0", paramLabel = "CHANNEL", description = "'#channel', with the quotes.")
    String channel = "";

    @Parameters(
        index = "1",
        paramLabel = "TIME",
        converter = TimeSpan.class,
        description = "The least time between two messages: 30, 5m. 0 = no slow mode.")
    Duration time = Duration.ZERO;

    SlowMode(Terminal terminal) {
      this.terminal = terminal;
    }

    @Override
    public Integer call() {
      if (!Names.isChannel(channel)) throw TargetArguments.notAChannel(channel);
      long seconds = seconds(time);
      return admin.run(
          terminal,
          new ModerationOrders.SlowMode(channel, seconds),
          seconds == 0
              ? channel + " is not in slow mode."
              : "One message per " + seconds + " s and agent in " + channel + ".");
    }
  }

  /** Rounds up, so that less than a second does not become 0, which means off. */
  private static long seconds(Duration time) {
    return time.plusMillis(999).toSeconds();
  }
}

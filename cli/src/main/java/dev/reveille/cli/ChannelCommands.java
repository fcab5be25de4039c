package dev.reveille.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "channel",
    description = "Create, join and leave channels, invite agents, list your channels.",
    subcommandsRepeatable = false,
    footer = {
      "%nExamples:",
      "  reveille channel create '#build'",
      "  reveille channel create '#secret' --invite-only",
      "  reveille channel invite '#secret' @ada",
      "  reveille channel leave '#build'",
      "%nThe server remembers the channels of an identity until it leaves them."
    })
final class ChannelCommands {
  private ChannelCommands() {}

  static CommandLine group(Terminal terminal) {
    return new CommandLine(new ChannelCommands())
        .addSubcommand(new Create(terminal))
        .addSubcommand(new Join(terminal))
        .addSubcommand(new Invite(terminal))
        .addSubcommand(new Leave(terminal))
        .addSubcommand(new OwnChannels(terminal));
  }

  /** The parts of every command about one channel. */
  abstract static class OneChannel implements Callable<Integer> {
    final Terminal terminal;

    @Mixin ServerOptions server = new ServerOptions();

    @Parameters(index = "0", paramLabel = "CHANNEL", description = "'#channel', with the quotes.")
    String channel = "";

    OneChannel(Terminal terminal) {
      this.terminal = terminal;
    }

    /** Returns the channel. A guest cannot have one: what it joins ends with the command. */
    String wanted() {
      if (server.agent.ephemeral) {
        throw new Problem(
            Exit.USAGE, "The channels of a guest end with this command; use an identity.");
      }
      return TargetArguments.channel(channel);
    }

    void done(String sentence) {
      terminal.out().println(Plain.line(sentence));
    }
  }

  @Command(
      name = "create",
      description = "Create a channel and join it.",
      footer = {
        "%nExamples:",
        "  reveille channel create '#build'",
        "  reveille channel create '#secret' --invite-only --identity ada"
      })
  static final class Create extends OneChannel {
    @Option(names = "--invite-only", description = "Only agents that are invited may join.")
    boolean inviteOnly;

    @Option(names = "--verified-only", description = "Only verified agents may join.")
    boolean verifiedOnly;

    Create(Terminal terminal) {
      super(terminal);
    }

    @Override
    public Integer call() {
      var wanted = wanted();
      try (var client = server.side(terminal, ConnectAs.IDENTITY)) {
        client.create(wanted, inviteOnly, verifiedOnly);
        done("created " + wanted);
      }
      return Exit.OK.code();
    }
  }

  @Command(
      name = "join",
      description =
          "Join a channel: its messages then count as unread until this identity reads them.",
      footer = {"%nExample:", "  reveille channel join '#build' --identity ada"})
  static final class Join extends OneChannel {
    Join(Terminal terminal) {
      super(terminal);
    }

    @Override
    public Integer call() {
      var wanted = wanted();
      try (var client = server.side(terminal, ConnectAs.IDENTITY)) {
        var joined = client.join(wanted, ChannelAccess.NO_REPLAY);
        done("joined " + wanted + ", last seq " + joined.lastSeq());
      }
      return Exit.OK.code();
    }
  }

  @Command(
      name = "invite",
      description = "Let an agent join an invite-only channel, and tell it.",
      footer = {
        "%nExamples:",
        "  reveille channel invite '#secret' @ada",
        "  reveille channel invite '#secret' @8addfe276526c9f6"
      })
  static final class Invite extends OneChannel {
    @Parameters(
        index = "1",
        paramLabel = "AGENT",
        description = "The agent's @id, or the @name of one that is connected or of this machine.")
    String agent = "";

    Invite(Terminal terminal) {
      super(terminal);
    }

    @Override
    public Integer call() {
      var wanted = wanted();
      var named = TargetArguments.agent(agent);
      try (var client = server.side(terminal, ConnectAs.IDENTITY)) {
        var id = NamedAgent.id(client, terminal, named);
        client.invite(wanted, id);
        done("invited " + id + " to " + wanted);
      }
      return Exit.OK.code();
    }
  }

  @Command(
      name = "leave",
      description = {
        "Leave a channel.",
        "Leaving a channel that every agent joins lasts only as long as the agent is connected."
      },
      footer = {"%nExample:", "  reveille channel leave '#build'"})
  static final class Leave extends OneChannel {
    Leave(Terminal terminal) {
      super(terminal);
    }

    @Override
    public Integer call() {
      var wanted = wanted();
      try (var client = server.side(terminal, ConnectAs.IDENTITY)) {
        client.leave(wanted);
        done("left " + wanted);
      }
      return Exit.OK.code();
    }
  }
}

package dev.reveille.cli;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ClientMessages;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "history",
    description = {
      "Show stored messages of a channel, oldest first.",
      "As a guest (see --identity) it leaves no trace. An identity that is not in the channel joins"
          + " it."
    },
    footer = {
      "%nExamples:",
      "  reveille history '#general'",
      "  reveille history '#general' --after 120 --limit 1000 --json",
      "  reveille history '#general' --before 120"
    })
final class HistoryCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Mixin ServerOptions server = new ServerOptions();

  @Parameters(paramLabel = "CHANNEL", description = "'#channel', with the quotes.")
  String channel = "";

  @ArgGroup(exclusive = true)
  Direction direction = new Direction();

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "50",
      description = "How many messages at most, 1 to 1000. Default: 50.")
  int limit = 50;

  @Option(names = "--json", description = "One JSON object per line.")
  boolean json;

  HistoryCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  /** The place to start from; neither option means the newest messages. */
  static final class Direction {
    @Option(names = "--after", paramLabel = "SEQ", description = "Only messages after this seq.")
    @Nullable Long after;

    @Option(names = "--before", paramLabel = "SEQ", description = "Only messages before this seq.")
    @Nullable Long before;
  }

  @Override
  public Integer call() {
    if (limit < 1 || limit > ClientMessages.MAX_HISTORY) {
      throw new Problem(Exit.USAGE, "--limit is " + limit + "; give a number from 1 to 1000.");
    }
    var wanted = TargetArguments.channel(channel);
    var question = new ClientMessage.History(wanted, direction.after, direction.before, limit);
    try (var client = server.side(terminal, ConnectAs.GUEST)) {
      boolean guest = server.agent.isGuest(terminal, ConnectAs.GUEST);
      var page = ChannelAccess.asMember(client, guest, wanted, () -> client.history(question));
      var printer = new Printer(terminal);
      for (var message : page.messages()) {
        if (json) printer.json(message);
        else printer.message(message);
      }
      if (page.more() && !json) {
        terminal.err().println(terminal.dim(moreHint(page.lastSeq(), page.firstSeq())));
      }
    }
    return Exit.OK.code();
  }

  private String moreHint(long last, long first) {
    return direction.after != null
        ? "(newer ones follow: --after " + last + ")"
        : "(older ones: --before " + first + ")";
  }
}

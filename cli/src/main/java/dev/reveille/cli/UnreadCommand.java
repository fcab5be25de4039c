package dev.reveille.cli;

import dev.reveille.protocol.InboxMessages;
import dev.reveille.protocol.ServerMessages;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "unread",
    description = "Show how much an identity has not read: direct messages, mentions, channels.",
    footer = {
      "%nExamples:",
      "  reveille unread --identity ada",
      "  reveille unread --identity ada --json",
      "%nIt reads nothing. HIGH counts messages of high priority, FIRST is the first unread seq."
    })
final class UnreadCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Mixin ServerOptions server = new ServerOptions();

  @Option(names = "--json", description = "Print the server's answer.")
  boolean json;

  UnreadCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    if (server.agent.ephemeral) {
      throw new Problem(Exit.USAGE, "A guest has no inbox; use an identity.");
    }
    try (var client = server.side(terminal, ConnectAs.IDENTITY)) {
      var unread = client.inbox().unread();
      if (json) {
        var text = ServerMessages.write(unread, System.currentTimeMillis());
        terminal.out().println(new String(text, StandardCharsets.UTF_8));
        return Exit.OK.code();
      }
      var rows = new ArrayList<List<String>>();
      unread.inbox().forEach(counts -> rows.add(row(counts)));
      unread.channels().forEach(channel -> rows.add(row(channel)));
      new Printer(terminal).table(List.of("WHAT", "UNREAD", "HIGH", "FIRST"), rows);
      if (unread.lost() > 0) {
        terminal.warn(
            unread.lost() + " messages are lost: the server removed them before they were read.");
      }
    }
    return Exit.OK.code();
  }

  private static List<String> row(InboxMessages.KindCounts counts) {
    long all = counts.low() + counts.normal() + counts.high();
    return List.of(counts.kind(), Long.toString(all), Long.toString(counts.high()), "");
  }

  private static List<String> row(InboxMessages.UnreadChannel channel) {
    return List.of(
        channel.channel(),
        channel.unread() + (channel.more() ? "+" : ""),
        "",
        channel.unread() == 0 ? "" : Long.toString(channel.firstSeq()));
  }
}

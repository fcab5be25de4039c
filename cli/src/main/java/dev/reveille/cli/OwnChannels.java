package dev.reveille.cli;

import dev.reveille.protocol.InboxMessages.UnreadChannel;
import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.ServerMessage.ChannelSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "list",
    description = "List the channels that an identity is in, and how much it has not read there.",
    footer = {
      "%nExamples:",
      "  reveille channel list --identity ada",
      "  reveille channel list --all --json",
      "%nAGENTS is how many are connected and in it; - if the channel is for invited agents only."
    })
final class OwnChannels implements Callable<Integer> {
  private final Terminal terminal;

  @Mixin ServerOptions server = new ServerOptions();

  @Option(names = "--all", description = "Also public channels that it is not in.")
  boolean all;

  @Option(names = "--json", description = "One JSON object per line.")
  boolean json;

  OwnChannels(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    if (server.agent.ephemeral) {
      throw new Problem(Exit.USAGE, "A guest is in no channel. See: reveille channels");
    }
    try (var client = server.side(terminal, ConnectAs.IDENTITY)) {
      var listed =
          client.channels().stream()
              .collect(Collectors.toMap(ChannelSummary::name, Function.identity(), (a, _) -> a));
      var own = new TreeMap<String, UnreadChannel>();
      client.inbox().unread().channels().forEach(c -> own.put(c.channel(), c));
      var names = new ArrayList<>(own.keySet());
      if (all) {
        listed.keySet().stream().sorted().filter(n -> !own.containsKey(n)).forEach(names::add);
      }
      if (json) {
        names.forEach(name -> terminal.out().println(json(name, listed, own)));
      } else {
        new Printer(terminal)
            .table(
                List.of("CHANNEL", "AGENTS", "IN IT", "UNREAD"),
                names.stream().map(name -> row(name, listed, own)).toList());
      }
    }
    return Exit.OK.code();
  }

  private static List<String> row(
      String name, Map<String, ChannelSummary> listed, Map<String, UnreadChannel> own) {
    var summary = listed.get(name);
    var unread = own.get(name);
    return List.of(
        name,
        summary == null ? "-" : Integer.toString(summary.agents()),
        unread == null ? "no" : "yes",
        unread == null ? "" : unread.unread() + (unread.more() ? "+" : ""));
  }

  private static String json(
      String name, Map<String, ChannelSummary> listed, Map<String, UnreadChannel> own) {
    var text = new JsonText().field("name", name).field("member", own.containsKey(name));
    var summary = listed.get(name);
    if (summary != null) text.field("agents", summary.agents());
    var unread = own.get(name);
    if (unread != null) {
      text.field("unread", unread.unread())
          .field("more", unread.more())
          .field("first_seq", unread.firstSeq())
          .field("last_seq", unread.lastSeq());
    }
    return text.text();
  }
}

package dev.reveille.cli;

import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.ServerMessage.AgentSummary;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "agents",
    description = {
      "List the agents that are connected and in a channel.",
      "As a guest (see --identity) it leaves no trace. An identity that is not in the channel joins"
          + " it."
    },
    footer = {"%nExamples:", "  reveille agents", "  reveille agents '#discovery' --json"})
final class AgentsCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Mixin ServerOptions server = new ServerOptions();

  @Parameters(
      arity = "0..1",
      paramLabel = "CHANNEL",
      defaultValue = "#general",
      description = "Default: '#general'.")
  String channel = "#general";

  @Option(names = "--json", description = "One JSON object per line.")
  boolean json;

  AgentsCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    var wanted = TargetArguments.channel(channel);
    try (var client = server.side(terminal, ConnectAs.GUEST)) {
      boolean guest = server.agent.isGuest(terminal, ConnectAs.GUEST);
      var agents = ChannelAccess.asMember(client, guest, wanted, () -> client.agents(wanted));
      if (json) {
        agents.forEach(a -> terminal.out().println(json(a)));
      } else {
        new Printer(terminal)
            .table(
                List.of("ID", "NAME", "PRESENCE", "STATUS"),
                agents.stream().map(AgentsCommand::row).toList());
      }
    }
    return Exit.OK.code();
  }

  private static List<String> row(AgentSummary a) {
    return List.of(a.id(), a.name(), a.presence(), a.statusText() == null ? "" : a.statusText());
  }

  private static String json(AgentSummary a) {
    return new JsonText()
        .field("id", a.id())
        .field("name", a.name())
        .field("presence", a.presence())
        .field("status_text", a.statusText())
        .field("verified", a.verified())
        .text();
  }
}

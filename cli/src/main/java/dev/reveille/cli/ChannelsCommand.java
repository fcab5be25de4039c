package dev.reveille.cli;

import dev.reveille.protocol.JsonText;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "channels",
    description = "List the public channels.",
    footer = {"%nExamples:", "  reveille channels", "  reveille channels --json"})
final class ChannelsCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Mixin ServerOptions server = new ServerOptions();

  @Option(names = "--json", description = "One JSON object per line.")
  boolean json;

  ChannelsCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    try (var client = server.side(terminal, ConnectAs.GUEST)) {
      var channels = client.channels();
      if (json) {
        for (var c : channels) {
          terminal
              .out()
              .println(
                  new JsonText()
                      .field("name", c.name())
                      .field("agents", c.agents())
                      .field("verified_only", c.verifiedOnly())
                      .text());
        }
      } else {
        new Printer(terminal)
            .table(
                List.of("CHANNEL", "AGENTS", ""),
                channels.stream()
                    .map(
                        c ->
                            List.of(
                                c.name(),
                                Integer.toString(c.agents()),
                                c.verifiedOnly() ? "verified only" : ""))
                    .toList());
      }
    }
    return Exit.OK.code();
  }
}

package dev.reveille.cli;

import dev.reveille.client.ReveilleClient;
import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.RouteMessages;
import dev.reveille.protocol.ServerMessages;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands of an agent about its own wake routes. */
@Command(
    name = "route",
    description = "List, set and remove the wake routes of an identity of yours.",
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "%nExamples:",
      "  reveille route list --identity ada",
      "  reveille route set --on mention --policy silent --identity ada",
      "  reveille route remove 2 --identity ada",
      "%nA route says which events may wake the agent. Administrators use reveille seat routes."
    })
final class RouteCommands {
  private RouteCommands() {}

  static CommandLine group(Terminal terminal) {
    return new CommandLine(new RouteCommands())
        .addSubcommand(new ListOwn(terminal))
        .addSubcommand(new SetOwn(terminal))
        .addSubcommand(new RemoveOwn(terminal));
  }

  /** The identity that asks, and how the answer is printed. */
  static final class OwnRoutes {
    @Mixin ServerOptions server = new ServerOptions();

    @Option(names = "--json", description = "Print the server's answer.")
    boolean json;

    Integer ask(Terminal terminal, ClientMessage request) {
      if (server.agent.ephemeral) {
        throw new Problem(Exit.USAGE, "A guest has no seat and no routes; use an identity.");
      }
      try (ReveilleClient client = server.side(terminal, ConnectAs.IDENTITY)) {
        var routes = client.request(request, RouteMessages.Routes.class);
        if (json) {
          var text = ServerMessages.write(routes, System.currentTimeMillis());
          terminal.out().println(new String(text, StandardCharsets.UTF_8));
        } else {
          RouteOptions.print(terminal, routes.list());
        }
      }
      return Exit.OK.code();
    }
  }

  @Command(
      name = "list",
      description = "Show which events may wake the agent, and how.",
      footer = {"%nExamples:", "  reveille route list --identity ada"})
  static final class ListOwn implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin OwnRoutes own = new OwnRoutes();

    ListOwn(Terminal terminal) {
      this.terminal = terminal;
    }

    @Override
    public Integer call() {
      return own.ask(terminal, new RouteMessages.ListRoutes());
    }
  }

  @Command(
      name = "set",
      description = "Set a route. One for the same event, filters and way is changed.",
      footer = {
        "%nExamples:",
        "  reveille route set --on message --policy next_turn --identity ada",
        "  reveille route set --on message --least high --window 0 --identity ada"
      })
  static final class SetOwn implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin OwnRoutes own = new OwnRoutes();
    @Mixin RouteOptions route = new RouteOptions();

    SetOwn(Terminal terminal) {
      this.terminal = terminal;
    }

    @Override
    public Integer call() {
      return own.ask(terminal, new RouteMessages.WishRoute(route.wish(false)));
    }
  }

  @Command(
      name = "remove",
      description = "Remove a route. Without a route for an event, it wakes nobody.",
      footer = {"%nExamples:", "  reveille route remove 2 --identity ada"})
  static final class RemoveOwn implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin OwnRoutes own = new OwnRoutes();

    @Parameters(paramLabel = "ROUTE", description = "Its number, as 'route list' shows it.")
    long route;

    RemoveOwn(Terminal terminal) {
      this.terminal = terminal;
    }

    @Override
    public Integer call() {
      return own.ask(terminal, new RouteMessages.DropRoute(route));
    }
  }
}

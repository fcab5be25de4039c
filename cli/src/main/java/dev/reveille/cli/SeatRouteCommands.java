package dev.reveille.cli;

import dev.reveille.protocol.AdminOrder;
import dev.reveille.protocol.Json;
import dev.reveille.protocol.RouteMessages;
import dev.reveille.protocol.RouteOrders;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** The commands of an administrator about the wake routes of a seat. */
final class SeatRouteCommands {
  private SeatRouteCommands() {}

  private static Integer order(Terminal terminal, AdminOptions admin, AdminOrder order) {
    var text = AdminOptions.json(admin.order(terminal, order));
    var answer = Json.read(text).orElseThrow();
    if (admin.json) terminal.out().println(text);
    else print(terminal, answer);
    return Exit.OK.code();
  }

  private static void print(Terminal terminal, JsonNode answer) {
    RouteOptions.print(terminal, RouteMessages.shown(answer.path("routes")));
    var secret = answer.path("secret").asString("");
    if (secret.isEmpty()) return;
    terminal.out().println();
    terminal.out().println("secret " + Plain.line(secret));
    terminal.err().println(terminal.dim("(it signs the bodies and is shown only now)"));
  }

  @Command(
      name = "routes",
      description = "Show which events may wake the agent of a seat, and how.",
      footer = {"%nExamples:", "  reveille seat routes ada"})
  static final class Routes implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin AdminOptions admin = new AdminOptions();
    @Mixin SeatCommands.SeatAgent seat = new SeatCommands.SeatAgent();

    Routes(Terminal terminal) {
      this.terminal = terminal;
    }

    @Override
    public Integer call() {
      return order(terminal, admin, new RouteOrders.ShowRoutes(seat.value()));
    }
  }

  @Command(
      name = "route",
      description = "Set a wake route of a seat, also a webhook.",
      footer = {
        "%nExamples:",
        "  reveille seat route ada --on message --policy silent",
        "  reveille seat route ada --on message --webhook https://example.org/wake",
        "%nA new webhook gets a secret, which is printed once. It signs what is sent."
      })
  static final class Route implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin AdminOptions admin = new AdminOptions();
    @Mixin SeatCommands.SeatAgent seat = new SeatCommands.SeatAgent();
    @Mixin RouteOptions route = new RouteOptions();

    @Option(names = "--webhook", paramLabel = "URL", description = "Call this address.")
    @Nullable String webhook;

    Route(Terminal terminal) {
      this.terminal = terminal;
    }

    @Override
    public Integer call() {
      if (webhook != null && !webhook.matches("https?://.+")) {
        throw new Problem(Exit.USAGE, "--webhook is an address with http:// or https://.");
      }
      var wish = route.wish(webhook != null);
      return order(terminal, admin, new RouteOrders.SetRoute(seat.value(), wish, webhook));
    }
  }

  @Command(
      name = "unroute",
      description = "Remove a wake route of a seat.",
      footer = {"%nExamples:", "  reveille seat unroute ada 7"})
  static final class Unroute implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin AdminOptions admin = new AdminOptions();
    @Mixin SeatCommands.SeatAgent seat = new SeatCommands.SeatAgent();

    @Parameters(
        index = "1",
        paramLabel = "ROUTE",
        description = "Its number, as 'seat routes' shows it.")
    long route;

    Unroute(Terminal terminal) {
      this.terminal = terminal;
    }

    @Override
    public Integer call() {
      return order(terminal, admin, new RouteOrders.RemoveRoute(seat.value(), route));
    }
  }
}

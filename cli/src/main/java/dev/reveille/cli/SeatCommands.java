package dev.reveille.cli;

import dev.reveille.protocol.Json;
import dev.reveille.protocol.Names;
import dev.reveille.protocol.Priority;
import dev.reveille.protocol.SeatOrders;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** The commands of an administrator about seats. */
@Command(
    name = "seat",
    description = "Define, list, show, bench, resume and remove seats, and set their wake routes.",
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "%nExamples:",
      "  reveille seat add ada --harness scripted --daily-wakes 50",
      "  reveille seat list",
      "  reveille seat bench ada",
      "%nThese commands need the admin key, as reveille admin does."
    })
final class SeatCommands {
  private SeatCommands() {}

  static CommandLine group(Terminal terminal) {
    return new CommandLine(new SeatCommands())
        .addSubcommand(new Add(terminal))
        .addSubcommand(new Listing(terminal))
        .addSubcommand(new ShowOne(terminal))
        .addSubcommand(new Bench(terminal))
        .addSubcommand(new Resume(terminal))
        .addSubcommand(new Remove(terminal))
        .addSubcommand(new SeatRouteCommands.Routes(terminal))
        .addSubcommand(new SeatRouteCommands.Route(terminal))
        .addSubcommand(new SeatRouteCommands.Unroute(terminal));
  }

  /** An agent that an order is about. */
  static final class SeatAgent {
    @Parameters(paramLabel = "AGENT", description = "The agent: its name, or its id with @.")
    String agent = "";

    String value() {
      if (!Names.isName(agent.startsWith("@") ? agent.substring(1) : agent)) {
        throw new Problem(Exit.USAGE, "'" + agent + "' is no name of an agent and no id with @.");
      }
      return agent;
    }
  }

  @Command(
      name = "add",
      description = "Define a seat, or define it anew.",
      footer = {
        "%nExamples:",
        "  reveille seat add ada --harness scripted",
        "  reveille seat add ada --harness command --folder /work/app --quiet '22:00-07:00 UTC' --"
            + " run-agent --fast",
        "%nWhat a seat executes can be said only here and in reveille.conf, never by an agent."
      })
  static final class Add implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin AdminOptions admin = new AdminOptions();
    @Mixin SeatAgent seat = new SeatAgent();

    @Option(
        names = "--harness",
        required = true,
        paramLabel = "NAME",
        description = "A harness of the server; seat list names them.")
    String harness = "";

    @Option(names = "--folder", paramLabel = "FOLDER", description = "The working folder.")
    @Nullable String folder;

    @Option(
        names = "--env",
        paramLabel = "NAME=VALUE",
        description = "A variable of the environment; may be given several times.")
    List<String> environment = new ArrayList<>();

    @Option(
        names = "--route",
        paramLabel = "ADDRESS",
        description = "An address that the harness understands.")
    @Nullable String route;

    @Option(names = "--no-auto-resume", description = "Do not bring it back when its session ends.")
    boolean stay;

    @Option(
        names = "--priority",
        paramLabel = "WORD",
        description = "low, normal or high. Default: normal.")
    String priority = "normal";

    @Option(
        names = "--daily-wakes",
        paramLabel = "N",
        description = "The most wakes per day. Default: 100.")
    int wakes = 100;

    @Option(
        names = "--quiet",
        paramLabel = "HOURS",
        description = "When it is left alone: '22:00-07:00 Europe/Berlin'.")
    @Nullable String quiet;

    @Parameters(
        index = "1..*",
        paramLabel = "COMMAND",
        description = "The program and its arguments, after --.")
    List<String> command = new ArrayList<>();

    Add(Terminal terminal) {
      this.terminal = terminal;
    }

    @Override
    public Integer call() {
      var word =
          Priority.of(priority)
              .orElseThrow(() -> new Problem(Exit.USAGE, "--priority is low, normal or high."));
      if (wakes < 0) throw new Problem(Exit.USAGE, "--daily-wakes is 0 or more.");
      for (var variable : environment) {
        if (variable.indexOf('=') < 1) throw new Problem(Exit.USAGE, "--env is NAME=VALUE.");
      }
      return admin.run(
          terminal,
          new SeatOrders.AddSeat(
              seat.value(),
              harness,
              folder,
              command,
              environment,
              route,
              !stay,
              word,
              wakes,
              quiet),
          "The seat of " + seat.value() + " is defined.");
    }
  }

  @Command(
      name = "list",
      description = "Show all seats and their states.",
      footer = {"%nExamples:", "  reveille seat list", "  reveille seat list --json"})
  static final class Listing implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin AdminOptions admin = new AdminOptions();

    Listing(Terminal terminal) {
      this.terminal = terminal;
    }

    @Override
    public Integer call() {
      var text = AdminOptions.json(admin.order(terminal, new SeatOrders.ListSeats()));
      if (admin.json) {
        terminal.out().println(text);
        return Exit.OK.code();
      }
      var list = Json.read(text).orElseThrow();
      var rows = new ArrayList<List<String>>();
      for (var seat : list.path("seats")) {
        rows.add(
            List.of(
                text(seat, "name"),
                text(seat, "agent_id"),
                text(seat, "harness"),
                text(seat, "state"),
                time(seat, "since"),
                text(seat, "why")));
      }
      new Printer(terminal)
          .table(List.of("NAME", "AGENT", "HARNESS", "STATE", "SINCE", "NOT RESUMABLE"), rows);
      var names = new ArrayList<String>();
      for (var name : list.path("harnesses")) names.add(Plain.line(name.asString("")));
      terminal
          .err()
          .println(
              terminal.dim(
                  "(harnesses of this server: "
                      + (names.isEmpty() ? "none" : String.join(", ", names))
                      + ")"));
      return Exit.OK.code();
    }
  }

  @Command(
      name = "show",
      description = "Show a seat, what it executes, and the end of its log.",
      footer = {"%nExamples:", "  reveille seat show ada"})
  static final class ShowOne implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin AdminOptions admin = new AdminOptions();
    @Mixin SeatAgent seat = new SeatAgent();

    ShowOne(Terminal terminal) {
      this.terminal = terminal;
    }

    @Override
    public Integer call() {
      var text = AdminOptions.json(admin.order(terminal, new SeatOrders.ShowSeat(seat.value())));
      if (admin.json) {
        terminal.out().println(text);
        return Exit.OK.code();
      }
      var shown = Json.read(text).orElseThrow();
      var lines = new ArrayList<List<String>>();
      for (var part : List.of("seat", "definition")) {
        for (var field : shown.path(part).properties()) {
          lines.add(List.of(field.getKey(), Plain.line(value(field))));
        }
      }
      new Printer(terminal).table(List.of("FIELD", "VALUE"), lines);
      terminal.out().println();
      var rows = new ArrayList<List<String>>();
      for (var row : shown.path("log")) {
        rows.add(
            List.of(
                time(row, "at"),
                text(row, "event"),
                text(row, "previous") + " → " + text(row, "state"),
                text(row, "actor"),
                text(row, "evidence")));
      }
      new Printer(terminal).table(List.of("AT", "EVENT", "STATE", "BY", "EVIDENCE"), rows);
      return Exit.OK.code();
    }

    private static String value(Map.Entry<String, JsonNode> field) {
      boolean time = field.getKey().equals("since") || field.getKey().equals("limited_until");
      if (time) return instant(field.getValue().asLong(0));
      return field.getValue().isValueNode()
          ? field.getValue().asString("")
          : field.getValue().toString();
    }
  }

  @Command(
      name = "bench",
      description = "Set a seat aside: nothing is started or woken. Its session goes on.",
      footer = {"%nExamples:", "  reveille seat bench ada"})
  static final class Bench implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin AdminOptions admin = new AdminOptions();
    @Mixin SeatAgent seat = new SeatAgent();

    Bench(Terminal terminal) {
      this.terminal = terminal;
    }

    @Override
    public Integer call() {
      return admin.run(
          terminal,
          new SeatOrders.BenchSeat(seat.value()),
          "The seat of " + seat.value() + " is benched.");
    }
  }

  @Command(
      name = "resume",
      description = "Take a seat back from the bench, and start it if nothing runs.",
      footer = {
        "%nExamples:",
        "  reveille seat resume ada",
        "  reveille seat resume ada --override"
      })
  static final class Resume implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin AdminOptions admin = new AdminOptions();
    @Mixin SeatAgent seat = new SeatAgent();

    @Option(names = "--override", description = "Start it although the gate is closed.")
    boolean override;

    Resume(Terminal terminal) {
      this.terminal = terminal;
    }

    @Override
    public Integer call() {
      var text =
          AdminOptions.json(
              admin.order(terminal, new SeatOrders.ResumeSeat(seat.value(), override)));
      var answer = Json.read(text).orElseThrow();
      var why = text(answer, "not_started");
      if (admin.json) terminal.out().println(text);
      else if (why.isEmpty()) {
        terminal
            .out()
            .println(
                "The seat of "
                    + seat.value()
                    + " is taken back; it is "
                    + text(answer.path("seat"), "state")
                    + ".");
      } else {
        terminal.warn("The seat is taken back, and nothing was started: " + why + ".");
      }
      return Exit.OK.code();
    }
  }

  @Command(
      name = "remove",
      description =
          "Remove a seat. Its sessions and handoffs stay. Its process is ended; the command does not"
              + " wait for that.",
      footer = {"%nExamples:", "  reveille seat remove ada"})
  static final class Remove implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin AdminOptions admin = new AdminOptions();
    @Mixin SeatAgent seat = new SeatAgent();

    Remove(Terminal terminal) {
      this.terminal = terminal;
    }

    @Override
    public Integer call() {
      return admin.run(
          terminal,
          new SeatOrders.RemoveSeat(seat.value()),
          "The seat of " + seat.value() + " is removed.");
    }
  }

  private static String text(JsonNode json, String field) {
    return Plain.line(json.path(field).asString(""));
  }

  private static String time(JsonNode json, String field) {
    return json.has(field) ? instant(json.path(field).asLong(0)) : "";
  }

  static String instant(long millis) {
    return Instant.ofEpochMilli(millis).truncatedTo(ChronoUnit.SECONDS).toString();
  }
}

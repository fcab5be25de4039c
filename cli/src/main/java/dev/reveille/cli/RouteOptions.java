package dev.reveille.cli;

import dev.reveille.protocol.Names;
import dev.reveille.protocol.Priority;
import dev.reveille.protocol.RouteMessages;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that describe a wake route. */
final class RouteOptions {
  @Option(
      names = "--on",
      required = true,
      paramLabel = "EVENT",
      description = "message, mention, task, permission, pulse or timer.")
  String event = "";

  @Option(
      names = "--policy",
      paramLabel = "WORD",
      description = "silent, next_turn or immediate. Default: immediate.")
  String policy = "immediate";

  @Option(
      names = "--to",
      paramLabel = "WAY",
      description = "seat (the open session, else the harness), session or harness. Default: seat.")
  String target = "seat";

  @Option(
      names = "--least",
      paramLabel = "WORD",
      description = "Only this priority or above: low, normal or high. Default: low.")
  String least = "low";

  @Option(
      names = "--from",
      paramLabel = "@ID",
      description = "Only events of this agent; may be given several times.")
  List<String> from = new ArrayList<>();

  @Option(
      names = "--tag",
      paramLabel = "TAG",
      description = "Only messages with this tag; may be given several times.")
  List<String> tags = new ArrayList<>();

  @Option(
      names = "--reply-to",
      paramLabel = "MSG_ID",
      description = "Only replies to this message.")
  @Nullable String replyTo;

  @Option(
      names = "--window",
      paramLabel = "TIME",
      converter = TimeSpan.class,
      description = "How long an event waits for others; 0 = not at all. Default: the server's.")
  @Nullable Duration window;

  /** Returns the wish; a word that is not exactly as listed is a problem. */
  RouteMessages.Wish wish(boolean webhook) {
    for (var agent : from) {
      if (!agent.startsWith("@") || !Names.isName(agent.substring(1))) {
        throw new Problem(Exit.USAGE, "--from is the id of an agent with @.");
      }
    }
    var priority =
        Priority.of(least)
            .orElseThrow(() -> new Problem(Exit.USAGE, "--least is low, normal or high."));
    if (window != null && window.toSeconds() > RouteMessages.MOST_WINDOW) {
      throw new Problem(
          Exit.USAGE, "--window is at most " + RouteMessages.MOST_WINDOW + " seconds.");
    }
    return new RouteMessages.Wish(
        one("--on", event, RouteMessages.TRIGGERS),
        priority,
        from,
        tags,
        replyTo,
        webhook ? "webhook" : one("--to", target, List.of("seat", "session", "harness")),
        one("--policy", policy, RouteMessages.POLICIES),
        window == null ? null : (int) window.toSeconds());
  }

  private static String one(String option, String word, List<String> valid) {
    if (valid.contains(word)) return word;
    throw new Problem(Exit.USAGE, option + " is one of " + String.join(", ", valid) + ".");
  }

  /** Prints routes as a table. */
  static void print(Terminal terminal, List<RouteMessages.ShownRoute> routes) {
    var rows = new ArrayList<List<String>>();
    for (var route : routes) {
      var wish = route.wish();
      rows.add(
          List.of(
              Long.toString(route.route()),
              Plain.line(wish.trigger()),
              Plain.line(filter(wish)),
              Plain.line(route.address() == null ? wish.target() : route.address()),
              Plain.line(wish.policy()),
              wish.windowS() == null ? "usual" : wish.windowS() + " s",
              Plain.line(
                  route.reason() == null ? route.state() : route.state() + ": " + route.reason())));
    }
    new Printer(terminal)
        .table(List.of("ROUTE", "ON", "ONLY", "TO", "POLICY", "WINDOW", "STATE"), rows);
  }

  private static String filter(RouteMessages.Wish wish) {
    var parts = new ArrayList<String>();
    if (wish.least() != Priority.LOW) parts.add(wish.least().word() + " and above");
    if (!wish.from().isEmpty()) parts.add("from " + String.join(" or ", wish.from()));
    if (!wish.tags().isEmpty()) parts.add("tag " + String.join(" or ", wish.tags()));
    if (wish.replyTo() != null) parts.add("replies to " + wish.replyTo());
    return String.join(", ", parts);
  }
}

package dev.reveille.cli;

import dev.reveille.protocol.Json;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.MissingNode;

/** Reads the JSON of a server's dashboard. */
final class Dashboards implements AutoCloseable {
  /** Those who are away change seldom; they are asked for with every so many questions. */
  private static final int AWAY_EVERY = 5;

  private static final int MOST_AWAY = 500;

  private final HttpClient http;
  private final URI server;
  private final boolean hasToken;
  private final HttpRequest agents;
  private final HttpRequest words;
  private final HttpRequest away;

  /** The agents that were away when it was last asked, and how often it was not asked since. */
  private JsonNode lastAway = MissingNode.getInstance();

  private int skipped = AWAY_EVERY;

  Dashboards(URI server, Optional<String> token, Duration timeout) {
    this.server = server;
    this.hasToken = token.isPresent();
    this.http = HttpClient.newBuilder().connectTimeout(timeout).build();
    var request = HttpRequest.newBuilder(ServerPages.of(server, "/api/agents")).timeout(timeout);
    try {
      token.ifPresent(value -> request.header("Authorization", "Bearer " + value));
    } catch (IllegalArgumentException e) {
      throw new Problem(Exit.USAGE, "The token has characters that no token has.");
    }
    this.agents = request.build();
    this.away = request.copy().uri(ServerPages.of(server, "/api/away?limit=" + MOST_AWAY)).build();
    this.words = request.copy().uri(ServerPages.of(server, "/api/words")).build();
  }

  /**
   * Returns the agents: all that are connected, and the last that left. Those that left are a few
   * questions old. For one thread.
   */
  JsonNode agents() throws InterruptedException {
    var answer = ServerPages.ask(http, agents, server);
    var page = Json.read(answer.body()).filter(JsonNode::isObject);
    if (answer.statusCode() == 200 && page.isPresent()) {
      return withAway(page.get().path("agents"));
    }
    throw refusal(answer, page.map(p -> p.path("error").asString("")).orElse(""));
  }

  private JsonNode withAway(JsonNode connected) throws InterruptedException {
    if (++skipped >= AWAY_EVERY) {
      var answer = ServerPages.ask(http, away, server);
      if (answer.statusCode() == 200) {
        lastAway = Json.read(answer.body()).map(p -> p.path("agents")).orElse(lastAway);
      }
      skipped = 0;
    }
    var all = JsonNodeFactory.instance.arrayNode();
    var here = new HashSet<String>();
    for (var agent : connected) {
      all.add(agent);
      here.add(agent.path("id").asString(""));
    }
    for (var agent : lastAway) {
      if (!here.contains(agent.path("id").asString(""))) all.add(agent);
    }
    return all;
  }

  /** Returns the words with which the server's features are shown; empty if it sends none. */
  JsonNode words() throws InterruptedException {
    var answer = ServerPages.ask(http, words, server);
    return Json.read(answer.statusCode() == 200 ? answer.body() : "{}")
        .orElseGet(MissingNode::getInstance);
  }

  private Problem refusal(HttpResponse<String> answer, String why) {
    if (answer.statusCode() != 401) {
      var reason = why.isEmpty() ? "" : ": " + why;
      return new Problem(
          answer.statusCode() == 403 ? Exit.REFUSED : Exit.FAILED,
          server + " shows no agents (HTTP " + answer.statusCode() + ")" + reason + ".");
    }
    return new Problem(
        Exit.REFUSED,
        hasToken
            ? "The token is refused by "
                + server
                + ": it is neither the viewer's (DASHBOARD_VIEWER_TOKEN of the server) nor the"
                + " admin's (admin.key of its data folder), or too many wrong ones came from"
                + " here; then wait a minute."
            : server
                + " shows its agents only with a token: put the viewer's or the admin's into"
                + " REVEILLE_TOKEN or a file for --token-file.");
  }

  /** Cancels a running request. */
  @Override
  public void close() {
    http.shutdownNow();
  }
}

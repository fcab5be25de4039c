package dev.reveille.cli;

import dev.reveille.protocol.Json;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** Reads the JSON of a server's dashboard. */
final class Dashboards implements AutoCloseable {
  private final HttpClient http;
  private final URI server;
  private final boolean hasToken;
  private final HttpRequest agents;
  private final HttpRequest words;

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
    this.words = request.copy().uri(ServerPages.of(server, "/api/words")).build();
  }

  /** Returns the connected agents. */
  JsonNode agents() throws InterruptedException {
    var answer = ServerPages.ask(http, agents, server);
    var page = Json.read(answer.body()).filter(JsonNode::isObject);
    if (answer.statusCode() == 200 && page.isPresent()) return page.get().path("agents");
    throw refusal(answer, page.map(p -> p.path("error").asString("")).orElse(""));
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

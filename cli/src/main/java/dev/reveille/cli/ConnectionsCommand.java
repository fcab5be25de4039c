package dev.reveille.cli;

import dev.reveille.client.ClientException;
import dev.reveille.protocol.Json;
import dev.reveille.protocol.JsonText;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.JsonNode;

@Command(
    name = "connections",
    description = "List the connected agents with their addresses.",
    footer = {"%nExamples:", "  reveille admin connections", "  reveille admin connections --json"})
final class ConnectionsCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Mixin AdminOptions admin = new AdminOptions();

  ConnectionsCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    var page = page(admin.uri(terminal), admin.key(terminal));
    if (admin.json) {
      page.path("connections").forEach(c -> terminal.out().println(JsonText.of(c)));
      return Exit.OK.code();
    }
    var rows = new ArrayList<List<String>>();
    for (var c : page.path("connections")) rows.add(row(c));
    new Printer(terminal).table(List.of("AGENT", "ADDRESS", "SINCE", "PROGRAM"), rows);
    return Exit.OK.code();
  }

  private static List<String> row(JsonNode c) {
    return List.of(
        "@" + c.path("agent_id").asString(""),
        c.path("ip").asString(""),
        Instant.ofEpochMilli(c.path("connected_at").asLong(0)).toString(),
        c.path("user_agent").asString(""));
  }

  private JsonNode page(URI server, String key) {
    var uri = ServerPages.of(server, "/api/connections");
    try (var http = HttpClient.newBuilder().connectTimeout(admin.timeout.value()).build()) {
      var request =
          HttpRequest.newBuilder(uri)
              .timeout(admin.timeout.value())
              .header("X-Admin-Key", key)
              .build();
      var answer = ServerPages.ask(http, request, server);
      if (answer.statusCode() == 401) throw AdminOptions.wrongKey(null);
      if (answer.statusCode() == 429) {
        throw new ClientException.Refused("RATE_LIMITED", "Too many wrong admin keys");
      }
      var page = Json.read(answer.body());
      if (answer.statusCode() == 200 && page.isPresent()) return page.get();
      throw new Problem(
          Exit.FAILED, server + " shows no connections (HTTP " + answer.statusCode() + ").");
    } catch (IllegalArgumentException e) {
      throw new Problem(Exit.FAILED, "The admin key has characters that no key has.");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ClientException.Ended("Interrupted while waiting.", e);
    }
  }
}

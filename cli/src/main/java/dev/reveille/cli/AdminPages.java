package dev.reveille.cli;

import dev.reveille.client.ClientException;
import dev.reveille.protocol.Json;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Asks a server for pages that need the admin key. */
final class AdminPages {
  private final AdminOptions admin;
  private final Terminal terminal;

  AdminPages(AdminOptions admin, Terminal terminal) {
    this.admin = admin;
    this.terminal = terminal;
  }

  /** Returns the text of a page. */
  String text(String path, Map<String, String> query) {
    return ask(path, query, null);
  }

  /** Returns a page that is a JSON object. */
  JsonNode json(String path, Map<String, String> query) {
    return read(ask(path, query, null));
  }

  /** Sends a JSON object to a page and returns its answer. */
  JsonNode post(String path, String body) {
    return read(ask(path, Map.of(), body));
  }

  private static JsonNode read(String text) {
    return Json.read(text)
        .orElseThrow(() -> new Problem(Exit.FAILED, "The server's answer is no JSON."));
  }

  private String ask(String path, Map<String, String> query, @Nullable String body) {
    var server = admin.uri(terminal);
    var key = admin.key(terminal);
    try (var http = HttpClient.newBuilder().connectTimeout(admin.timeout.value()).build()) {
      var request =
          HttpRequest.newBuilder(uri(server, path, query))
              .timeout(admin.timeout.value())
              .header("X-Admin-Key", key);
      if (body != null) {
        request.header("Content-Type", "application/json").POST(BodyPublishers.ofString(body));
      }
      var answer = ServerPages.ask(http, request.build(), server);
      return switch (answer.statusCode()) {
        case 200 -> answer.body();
        case 401 -> throw AdminOptions.wrongKey(null);
        case 429 -> throw new ClientException.Refused("RATE_LIMITED", "Too many wrong admin keys");
        default ->
            throw new Problem(
                answer.statusCode() == 400 ? Exit.USAGE : Exit.FAILED,
                error(answer.body(), answer.statusCode()));
      };
    } catch (IllegalArgumentException e) {
      throw new Problem(Exit.FAILED, "The admin key has characters that no key has.");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ClientException.Ended("Interrupted while waiting.", e);
    }
  }

  private static String error(String body, int status) {
    return Json.read(body)
        .map(page -> page.path("error").asString(""))
        .filter(text -> !text.isEmpty())
        .map(Plain::text)
        .orElse("The server does not have this page (HTTP " + status + ").");
  }

  private static URI uri(URI server, String path, Map<String, String> query) {
    var parameters =
        query.entrySet().stream()
            .map(
                entry ->
                    entry.getKey()
                        + "="
                        + URLEncoder.encode(entry.getValue(), StandardCharsets.UTF_8))
            .collect(Collectors.joining("&"));
    return ServerPages.of(server, parameters.isEmpty() ? path : path + "?" + parameters);
  }
}

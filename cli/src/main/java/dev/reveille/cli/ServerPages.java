package dev.reveille.cli;

import dev.reveille.client.ClientException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;

/** Asks a server for its HTTP pages. A failure says what a person can do about it. */
final class ServerPages {
  /** No page that the commands read is longer. */
  private static final long MAX_BYTES = 64L << 20;

  private ServerPages() {}

  /** Returns the HTTP address of a page of the server with this WebSocket address. */
  static URI of(URI server, String path) {
    return URI.create(
        server.getScheme().replaceFirst("^ws", "http") + "://" + server.getAuthority() + path);
  }

  /**
   * @param server as the person named it
   */
  static HttpResponse<String> ask(HttpClient http, HttpRequest request, URI server)
      throws InterruptedException {
    try {
      return http.send(request, BodyHandlers.limiting(BodyHandlers.ofString(), MAX_BYTES));
    } catch (HttpTimeoutException e) {
      throw new ClientException.TimedOut(server + " did not answer in time.");
    } catch (IOException e) {
      throw ClientException.CannotConnect.of(server, e);
    }
  }
}

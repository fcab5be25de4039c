package dev.reveille.cli;

import dev.reveille.protocol.Json;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import javax.net.ssl.SSLException;
import tools.jackson.databind.JsonNode;

/** The answer of a server's {@code /health}, or why there is none. */
sealed interface HealthPage {
  /** The page is never longer. */
  long MAX_BYTES = 64 << 10;

  /** The page of a server. */
  record Answered(JsonNode json) implements HealthPage {
    String version() {
      return json.path("version").asString("unknown");
    }
  }

  /** Nothing listens there. */
  record NotListening() implements HealthPage {}

  /** No such machine. */
  record UnknownHost() implements HealthPage {}

  /** It uses TLS with a certificate that this machine does not trust for the address. */
  record NotTrusted() implements HealthPage {}

  /** No answer came in time. */
  record NoAnswer() implements HealthPage {}

  /** The program that answers is not a chat server. */
  record SomethingElse() implements HealthPage {}

  /**
   * Asks a server for its page and returns within the timeout.
   *
   * @param timeout for the connection and for the answer; must be positive
   */
  static HealthPage ask(URI server, Duration timeout) throws InterruptedException {
    var page = ServerPages.of(server, "/health");
    try (var http = HttpClient.newBuilder().connectTimeout(timeout).build()) {
      var answer =
          http.send(
              HttpRequest.newBuilder(page).timeout(timeout).build(),
              BodyHandlers.limiting(BodyHandlers.ofString(), MAX_BYTES));
      var json = Json.read(answer.body()).filter(body -> body.has("status"));
      return answer.statusCode() == 200 && json.isPresent()
          ? new Answered(json.get())
          : new SomethingElse();
    } catch (HttpTimeoutException e) {
      return new NoAnswer();
    } catch (SSLException e) {
      return new NotTrusted();
    } catch (ConnectException e) {
      return isUnknownHost(e) ? new UnknownHost() : new NotListening();
    } catch (IOException e) {
      return new SomethingElse();
    }
  }

  private static boolean isUnknownHost(Throwable e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof UnresolvedAddressException || cause instanceof UnknownHostException) {
        return true;
      }
    }
    return false;
  }
}

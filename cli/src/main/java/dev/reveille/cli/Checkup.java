package dev.reveille.cli;

import dev.reveille.protocol.Json;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** What {@code doctor} looks at. Looks only: it changes nothing. */
final class Checkup {
  private static final int NEEDED_JDK = 25;
  private static final Instant RELEASED = Instant.parse("2025-09-16T00:00:00Z");

  private final Map<String, String> env;
  private final URI server;
  private final Path data;
  private final Duration timeout;
  private final List<Finding> findings = new ArrayList<>();

  enum Grade {
    OK,
    WARN,
    FAIL
  }

  record Finding(Grade grade, String sentence) {}

  Checkup(Map<String, String> env, URI server, Path data, Duration timeout) {
    this.env = env;
    this.server = server;
    this.data = data;
    this.timeout = timeout;
  }

  List<Finding> findings() {
    java();
    folder("data folder", data, "it is made by: reveille up");
    identities();
    clock();
    server();
    return List.copyOf(findings);
  }

  private void find(Grade grade, String sentence) {
    findings.add(new Finding(grade, sentence));
  }

  private void java() {
    var version = Runtime.version();
    if (version.feature() >= NEEDED_JDK) find(Grade.OK, "Java " + version);
    else find(Grade.FAIL, "Java " + version + " is too old; install a JDK 25 or newer.");
  }

  private void folder(String what, Path folder, String ifMissing) {
    try {
      if (!Files.exists(folder)) {
        find(Grade.OK, what + " " + folder + " does not exist yet; " + ifMissing);
      } else if (!Files.isDirectory(folder) || !Files.isWritable(folder)) {
        find(Grade.FAIL, what + " " + folder + " is not a folder that you can write to.");
      } else if (IdentityFile.isOpenToOthers(folder)) {
        find(
            Grade.WARN,
            "Other users can look into " + folder + "; run: chmod 700 '" + folder + "'");
      } else {
        find(Grade.OK, what + " " + folder + " is yours alone");
      }
    } catch (IOException | UnsupportedOperationException e) {
      find(Grade.WARN, "Cannot look at the permissions of " + folder + ".");
    }
  }

  private void identities() {
    var folder = ConfigFolder.identities(env);
    folder("identity folder", folder, "it is made with the first identity");
    if (!Files.isDirectory(folder)) return;
    try (var files = Files.list(folder)) {
      for (var file : files.filter(f -> f.toString().endsWith(".json")).sorted().toList()) {
        identity(folder, file);
      }
    } catch (IOException e) {
      find(Grade.FAIL, "Cannot read the identity folder " + folder + ".");
    }
  }

  private void identity(Path folder, Path file) {
    var name = file.getFileName().toString().replaceFirst("\\.json$", "");
    try {
      if (IdentityFile.isOpenToOthers(file)) {
        find(
            Grade.FAIL,
            "Other users can read the key in " + file + "; run: chmod 600 '" + file + "'");
        return;
      }
      var loaded = IdentityFile.load(folder, name);
      find(Grade.OK, "identity " + name + " is @" + loaded.identity().agentId());
    } catch (IOException | UnsupportedOperationException e) {
      find(Grade.WARN, "Cannot look at the permissions of " + file + ".");
    } catch (Problem e) {
      find(Grade.FAIL, String.valueOf(e.getMessage()));
    }
  }

  private void clock() {
    var now = Instant.now();
    if (now.isBefore(RELEASED)) find(Grade.FAIL, "The clock says " + now + "; set it right.");
    else find(Grade.OK, "clock says " + now);
  }

  private void server() {
    boolean secure = "wss".equals(server.getScheme());
    int port = server.getPort() > 0 ? server.getPort() : secure ? 443 : 80;
    var at = server.getHost() + ":" + port;
    var health = URI.create((secure ? "https://" : "http://") + at + "/health");
    try (var http = HttpClient.newBuilder().connectTimeout(timeout).build()) {
      var answer =
          http.send(
              HttpRequest.newBuilder(health).timeout(timeout).build(),
              HttpResponse.BodyHandlers.ofString());
      var body = Json.read(answer.body());
      if (answer.statusCode() != 200 || body.isEmpty() || !body.get().has("status")) {
        find(Grade.FAIL, at + " is used by a program that is no chat server; choose another port.");
        return;
      }
      report(at, body.get());
    } catch (ConnectException e) {
      find(Grade.WARN, "No server at " + at + ", the port is free; start it with: reveille up");
    } catch (IOException e) {
      find(Grade.FAIL, at + " is in use, but does not answer as a chat server does.");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      find(Grade.FAIL, "Interrupted while asking " + at + ".");
    }
  }

  private void report(String at, JsonNode health) {
    var status = health.path("status").asString("");
    var about = at + " is " + status + ", version " + health.path("version").asString("unknown");
    find(status.equals("healthy") ? Grade.OK : Grade.FAIL, "server at " + about);
    try {
      var theirs = Instant.parse(health.path("timestamp").asString(""));
      long skew = Math.abs(Duration.between(theirs, Instant.now()).toSeconds());
      if (skew <= 5) find(Grade.OK, "clock agrees with the server's");
      else find(Grade.WARN, "The clock differs from the server's by " + skew + " s.");
    } catch (DateTimeParseException e) {
      find(Grade.WARN, "The server does not tell its time.");
    }
  }
}

package dev.reveille.cli;

import dev.reveille.server.store.Occupancy;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The checks of {@code doctor}. They read and change nothing. */
final class DoctorChecks {
  private static final int NEEDED_JDK = 25;
  private static final Instant RELEASED = Instant.parse("2025-09-16T00:00:00Z");

  private final Map<String, String> env;
  private final @Nullable URI named;
  private final Path data;
  private final Duration timeout;
  private final List<Finding> findings = new ArrayList<>();

  /** The result of a check. A check that was not possible is unknown, never ok. */
  enum Grade {
    OK,
    WARN,
    FAIL,
    UNKNOWN
  }

  record Finding(String check, Grade grade, String sentence) {}

  /**
   * @param named the server that a person named; absent = the one of the data folder, else the
   *     usual address
   */
  DoctorChecks(Map<String, String> env, @Nullable URI named, Path data, Duration timeout) {
    this.env = env;
    this.named = named;
    this.data = data;
    this.timeout = timeout;
  }

  List<Finding> findings() throws InterruptedException {
    java();
    folder("data folder", data, "it is made by: reveille up");
    identities();
    clock();
    server(address());
    return List.copyOf(findings);
  }

  private void find(String check, Grade grade, String sentence) {
    findings.add(new Finding(check, grade, sentence));
  }

  private void java() {
    var version = Runtime.version();
    if (version.feature() >= NEEDED_JDK) find("java", Grade.OK, "Java " + version);
    else find("java", Grade.FAIL, "Java " + version + " is too old; install a JDK 25 or newer.");
  }

  private void folder(String what, Path folder, String ifMissing) {
    try {
      if (Files.notExists(folder)) {
        if (canBeMade(folder)) {
          find(what, Grade.OK, what + " " + folder + " does not exist yet; " + ifMissing);
        } else {
          find(what, Grade.FAIL, what + " " + folder + " does not exist, and you cannot make it.");
        }
      } else if (!Files.exists(folder)) {
        find(what, Grade.UNKNOWN, "Cannot look at " + folder + ".");
      } else if (!Files.isDirectory(folder) || !Files.isWritable(folder)) {
        find(what, Grade.FAIL, what + " " + folder + " is not a folder that you can write to.");
      } else if (IdentityFile.isOpenToOthers(folder)) {
        find(
            what,
            Grade.WARN,
            "Other users can look into " + folder + "; run: chmod 700 '" + folder + "'");
      } else {
        find(what, Grade.OK, what + " " + folder + " is yours alone");
      }
    } catch (IOException | UnsupportedOperationException e) {
      find(what, Grade.UNKNOWN, "Cannot look at the permissions of " + folder + ".");
    }
  }

  /** True if the nearest folder above that exists can be written to. */
  private static boolean canBeMade(Path folder) {
    var above = folder.toAbsolutePath().normalize().getParent();
    while (above != null && Files.notExists(above)) above = above.getParent();
    return above != null && Files.isDirectory(above) && Files.isWritable(above);
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
      find("identity folder", Grade.UNKNOWN, "Cannot read the identity folder " + folder + ".");
    }
  }

  private void identity(Path folder, Path file) {
    var name = file.getFileName().toString().replaceFirst("\\.json$", "");
    try {
      if (IdentityFile.isOpenToOthers(file)) {
        find(
            "identity",
            Grade.FAIL,
            "Other users can read the key in " + file + "; run: chmod 600 '" + file + "'");
        return;
      }
      var loaded = IdentityFile.load(folder, name);
      find("identity", Grade.OK, "identity " + name + " is @" + loaded.identity().agentId());
    } catch (IOException | UnsupportedOperationException e) {
      find("identity", Grade.UNKNOWN, "Cannot look at the permissions of " + file + ".");
    } catch (Problem e) {
      find("identity", Grade.FAIL, String.valueOf(e.getMessage()));
    }
  }

  private void clock() {
    var now = Instant.now();
    if (now.isBefore(RELEASED)) {
      find("clock", Grade.FAIL, "The clock says " + now + "; set it right.");
    } else {
      find("clock", Grade.OK, "clock says " + now);
    }
  }

  /** Returns the server's address. If the folder cannot be read, that is a finding too. */
  private URI address() {
    if (named != null) return named;
    var usual = URI.create(UrlOption.DEFAULT_URL);
    try {
      return switch (StatusCommand.look(data)) {
        case Occupancy.Held(var holder) ->
            holder.chat() == null ? usual : URI.create(holder.chat());
        case Occupancy.Hidden _ -> {
          find("server process", Grade.UNKNOWN, StatusCommand.hiddenSentence(data));
          yield usual;
        }
        case Occupancy.Free _, Occupancy.Left _ -> usual;
      };
    } catch (Problem e) {
      find("server process", Grade.UNKNOWN, String.valueOf(e.getMessage()));
      return usual;
    }
  }

  private void server(URI server) throws InterruptedException {
    var at = ServerPages.of(server, "").getAuthority();
    switch (HealthPage.ask(server, timeout)) {
      case HealthPage.Answered(var page) -> report(at, page);
      case HealthPage.NotListening _ ->
          find("server", Grade.FAIL, "No server at " + at + "; start it with: reveille up");
      case HealthPage.UnknownHost _ ->
          find("server", Grade.FAIL, "The host " + server.getHost() + " is not known here.");
      case HealthPage.NotTrusted _ ->
          find(
              "server",
              Grade.FAIL,
              at + " has a certificate that this machine does not trust for that name.");
      case HealthPage.NoAnswer _ ->
          find(
              "server",
              Grade.UNKNOWN,
              at + " did not answer in " + timeout.toMillis() + " ms; wait longer with --timeout.");
      case HealthPage.SomethingElse _ ->
          find(
              "server",
              Grade.FAIL,
              at + " is used by a program that is not a chat server; choose another port.");
    }
  }

  private void report(String at, JsonNode health) {
    var status = health.path("status").asString("");
    var about = at + " is " + status + ", version " + health.path("version").asString("unknown");
    find("server", status.equals("healthy") ? Grade.OK : Grade.FAIL, "server at " + about);
    try {
      var theirs = Instant.parse(health.path("timestamp").asString(""));
      long skew = Math.abs(Duration.between(theirs, Instant.now()).toSeconds());
      if (skew <= 5) find("server clock", Grade.OK, "clock agrees with the server's");
      else {
        find("server clock", Grade.WARN, "The clock differs from the server's by " + skew + " s.");
      }
    } catch (DateTimeParseException e) {
      find("server clock", Grade.UNKNOWN, "The server does not tell its time.");
    }
  }
}

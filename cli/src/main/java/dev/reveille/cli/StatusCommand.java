package dev.reveille.cli;

import dev.reveille.protocol.JsonText;
import dev.reveille.server.store.DataFolder;
import dev.reveille.server.store.FolderHolder;
import dev.reveille.server.store.Occupancy;
import dev.reveille.server.store.StoreException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "status",
    description = "Show whether the server of a data folder runs.",
    footer = {
      "%nExamples:",
      "  reveille status",
      "  reveille status --data-dir ./data --json",
      "%nExit code 0 if it runs and answers, 3 if it does not run, 1 if it runs but does not"
          + " answer or if this is not known."
    })
final class StatusCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Mixin final FolderOptions folder = new FolderOptions();

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      converter = TimeSpan.class,
      description = "How long to wait for the server's answer. Default: 3s.")
  Duration timeout = Duration.ofSeconds(3);

  @Option(names = "--json", description = "Print one JSON object.")
  boolean json;

  StatusCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  /** A server that runs, and its health. */
  private record Running(FolderHolder holder, HealthPage health) {
    boolean answers() {
      return health instanceof HealthPage.Answered || health instanceof HealthPage.NotTrusted;
    }

    long uptimeSeconds() {
      long since = Duration.between(holder.since(), Instant.now()).toSeconds();
      return health instanceof HealthPage.Answered(var page)
          ? page.path("uptime_seconds").asLong(since)
          : Math.max(0, since);
    }

    String trouble() {
      if (holder.chat() == null) return "it is starting";
      return switch (health) {
        case HealthPage.Answered _ -> "";
        case HealthPage.NotTrusted _ ->
            "its certificate is not trusted for this address, so it was not asked for more";
        case HealthPage.NotListening _, HealthPage.UnknownHost _ ->
            "nothing listens at its address";
        case HealthPage.NoAnswer _ -> "it did not answer in time";
        case HealthPage.SomethingElse _ -> "the program at its address is not a chat server";
      };
    }
  }

  @Override
  public Integer call() throws InterruptedException {
    TimeoutOption.requirePositive(timeout);
    var path = folder.folder(terminal.env());
    return switch (look(path)) {
      case Occupancy.Free _ -> stopped(path, "No server runs with the data folder " + path + ".");
      case Occupancy.Left(var last) ->
          stopped(
              path,
              "No server runs with the data folder "
                  + path
                  + "; the last one, process "
                  + last.pid()
                  + ", was killed.");
      case Occupancy.Hidden _ -> hidden(path);
      case Occupancy.Held(var holder) -> running(path, new Running(holder, ask(holder)));
    };
  }

  /** Finds the process that holds a folder. Fails with a sentence if this is not known. */
  static Occupancy look(Path path) {
    try {
      return DataFolder.look(path);
    } catch (StoreException e) {
      throw new Problem(Exit.FAILED, String.valueOf(e.getMessage()), e);
    }
  }

  static String hiddenSentence(Path path) {
    return "The data folder "
        + path
        + " is locked by a process that cannot be seen from here, perhaps in a container.";
  }

  private HealthPage ask(FolderHolder holder) throws InterruptedException {
    return holder.chat() == null
        ? new HealthPage.NotListening()
        : HealthPage.ask(URI.create(holder.chat()), timeout);
  }

  private int stopped(Path path, String sentence) {
    terminal.out().println(json ? told(path, "stopped", sentence) : sentence);
    return Exit.CANNOT_CONNECT.code();
  }

  private int hidden(Path path) {
    var sentence = hiddenSentence(path);
    terminal.out().println(json ? told(path, "unknown", sentence) : sentence);
    return Exit.FAILED.code();
  }

  private static String told(Path path, String state, String reason) {
    return new JsonText()
        .field("running", false)
        .field("state", state)
        .field("reason", reason)
        .field("data_folder", path.toString())
        .text();
  }

  private int running(Path path, Running server) {
    if (json) terminal.out().println(json(path, server));
    else print(path, server);
    return server.answers() ? Exit.OK.code() : Exit.FAILED.code();
  }

  private static String json(Path path, Running server) {
    var holder = server.holder();
    var text =
        new JsonText()
            .field("running", true)
            .field("state", server.answers() ? "running" : "not answering")
            .field("pid", holder.pid())
            .field("uptime_seconds", server.uptimeSeconds());
    if (!server.trouble().isEmpty()) text.field("reason", server.trouble());
    if (holder.chat() != null) text.field("url", holder.chat());
    if (holder.dashboard() != null) text.field("dashboard", holder.dashboard());
    if (server.health() instanceof HealthPage.Answered(var page)) {
      text.field("agents", page.path("agents").path("connected").asLong(0));
      text.field("version", page.path("version").asString("unknown"));
    }
    text.field("data_folder", path.toString());
    if (holder.log() != null) text.field("log", holder.log());
    return text.text();
  }

  private void print(Path path, Running server) {
    var holder = server.holder();
    terminal
        .out()
        .println(
            server.trouble().isEmpty()
                ? terminal.green("Reveille runs.")
                : terminal.yellow("Reveille runs, but " + server.trouble() + "."));
    line("WebSocket", holder.chat());
    line("dashboard", holder.dashboard());
    line("process", Long.toString(holder.pid()));
    line("up for", span(server.uptimeSeconds()));
    if (server.health() instanceof HealthPage.Answered(var page)) {
      line("agents", Long.toString(page.path("agents").path("connected").asLong(0)));
      line("version", page.path("version").asString("unknown"));
    }
    line("data folder", path.toString());
    line("log", holder.log());
  }

  private void line(String name, @org.jspecify.annotations.Nullable String value) {
    if (value == null) return;
    terminal.out().println(terminal.bold("  %-11s  ".formatted(name)) + Plain.line(value));
  }

  /** Returns a time in its two largest units. */
  static String span(long seconds) {
    if (seconds >= 86_400) return seconds / 86_400 + " d " + seconds % 86_400 / 3_600 + " h";
    if (seconds >= 3_600) return seconds / 3_600 + " h " + seconds % 3_600 / 60 + " min";
    if (seconds >= 60) return seconds / 60 + " min " + seconds % 60 + " s";
    return seconds + " s";
  }
}

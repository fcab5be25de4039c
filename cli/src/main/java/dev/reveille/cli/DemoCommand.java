package dev.reveille.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "demo",
    description = "Run a server with a few scripted agents and seats, to look at the dashboard.",
    footer = {
      "%nExamples:",
      "  reveille demo",
      "  reveille demo --duration 2m --port 7000",
      "%nNo model and no key is needed. Everything is stored in a folder that is deleted at the"
          + " end.",
      "Of the environment only LOG_LEVEL and DASHBOARD_PORT count, so a demo does not touch what"
          + " another server uses.",
      "Ctrl-C ends it."
    })
final class DemoCommand implements Callable<Integer> {
  /** The variables that the demo server gets. Others may name files and keys of a real server. */
  private static final Set<String> PASSED_ON = Set.of("LOG_LEVEL", "DASHBOARD_PORT");

  private final Terminal terminal;
  private final Supplier<ServerLauncher> launcher;

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      converter = TimeSpan.class,
      description = "End by itself after this: 90, 2m, 1h. Default: goes on.")
  @Nullable Duration duration;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "0",
      description = "Default: any free one.")
  int port;

  DemoCommand(Terminal terminal, Supplier<ServerLauncher> launcher) {
    this.terminal = terminal;
    this.launcher = launcher;
  }

  @Override
  public Integer call() throws InterruptedException {
    if (port < 0 || port > 65_535) {
      throw new Problem(Exit.USAGE, "--port is " + port + "; give a number from 0 to 65535.");
    }
    if (duration != null && duration.isZero()) {
      throw new Problem(Exit.USAGE, "--duration is 0; give a time such as 30s, or leave it out.");
    }
    var stop = new CountDownLatch(1);
    var stopped = new CountDownLatch(1);
    var hook =
        new Thread(
            () -> {
              stop.countDown();
              try {
                stopped.await(20, TimeUnit.SECONDS);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            },
            "reveille-stop");
    Runtime.getRuntime().addShutdownHook(hook);
    try {
      play(stop);
    } finally {
      stopped.countDown();
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException e) {
        // the process is on its way out, by Ctrl-C
      }
    }
    return Exit.OK.code();
  }

  private void play(CountDownLatch stop) throws InterruptedException {
    var folder = folder();
    var flags = new HashMap<>(SwarmSeats.SETTINGS);
    flags.put("PORT", Integer.toString(port));
    flags.put("HOST", "127.0.0.1");
    flags.put("DATA_DIR", folder.toString());
    try (var server = start(flags)) {
      if (isDone(stop)) return;
      try (var _ = Swarm.enter(server.webSocketUri());
          var _ = SwarmSeats.enter(server.webSocketUri(), key(server))) {
        if (isDone(stop)) return;
        print(server);
        if (duration == null) stop.await();
        else if (stop.await(duration.toMillis(), TimeUnit.MILLISECONDS)) return;
      }
    } finally {
      delete(folder);
    }
    terminal.out().println("The demo is over. Nothing of it is left.");
  }

  private static String key(ServerLauncher.Running server) {
    try {
      return Files.readString(server.dataFolder().resolve("admin.key")).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** True if a signal ended the demo; then nothing more is printed. */
  private static boolean isDone(CountDownLatch stop) {
    return stop.getCount() == 0;
  }

  private void print(ServerLauncher.Running server) {
    var out = terminal.out();
    out.println(terminal.green("A small swarm is at work."));
    out.println(terminal.bold("  dashboard  ") + server.dashboardUri());
    out.println(terminal.bold("  WebSocket  ") + server.webSocketUri());
    out.println(terminal.bold("  admin key  ") + server.dataFolder().resolve("admin.key"));
    out.println();
    out.println("In another terminal:  ./reveille top --url " + server.webSocketUri());
    var end = duration == null ? "" : "Ends by itself after " + shown(duration) + ". ";
    out.println(terminal.dim(end + "Ctrl-C ends it."));
  }

  /** 1h, 1m 30s, 500ms. */
  private static String shown(Duration time) {
    if (time.toSeconds() == 0) return time.toMillis() + "ms";
    var parts = new StringJoiner(" ");
    if (time.toHours() > 0) parts.add(time.toHours() + "h");
    if (time.toMinutesPart() > 0) parts.add(time.toMinutesPart() + "m");
    if (time.toSecondsPart() > 0) parts.add(time.toSecondsPart() + "s");
    return parts.toString();
  }

  private ServerLauncher.Running start(Map<String, String> flags) {
    var env = new HashMap<>(terminal.env());
    env.keySet().retainAll(PASSED_ON);
    try {
      return launcher.get().start(Optional.empty(), flags, env);
    } catch (RuntimeException e) {
      throw StartProblem.of(e, Integer.toString(port));
    }
  }

  private static Path folder() {
    try {
      return Files.createTempDirectory("reveille-demo");
    } catch (IOException e) {
      throw new Problem(Exit.FAILED, "Cannot make a folder for the demo: " + e.getMessage(), e);
    }
  }

  private static void delete(Path folder) {
    try (var files = Files.walk(folder)) {
      files
          .sorted(Comparator.reverseOrder())
          .forEach(
              file -> {
                try {
                  Files.deleteIfExists(file);
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
    } catch (IOException | UncheckedIOException e) {
      // It is in the system's folder for what may be deleted.
    }
  }
}

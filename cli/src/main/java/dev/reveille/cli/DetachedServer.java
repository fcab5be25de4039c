package dev.reveille.cli;

import dev.reveille.server.store.DataFolder;
import dev.reveille.server.store.FolderHolder;
import dev.reveille.server.store.Occupancy;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Starts a server in its own process and leaves it when it is ready.
 *
 * <p>The process has its own session, so it outlives the terminal. Until it is ready, it writes to
 * this process, which prints its sentences. Later it only logs.
 */
final class DetachedServer {
  private static final Duration GRACE = Duration.ofSeconds(10);
  private static final int MOST_LINES = 200;
  private static final int TAIL_LINES = 10;
  private static final int TAIL_BYTES = 8 << 10;

  private final Terminal terminal;
  private final Path folder;
  private final Path log;
  private long logSize;

  /**
   * @param log the file that it logs to
   */
  DetachedServer(Terminal terminal, Path folder, Path log) {
    this.terminal = terminal;
    this.folder = folder;
    this.log = log;
  }

  /**
   * Returns when the server accepts connections.
   *
   * @param options the options of {@code up}
   * @throws Problem if the server does not start; its process has then ended
   */
  FolderHolder start(List<String> options, Duration timeout) throws InterruptedException {
    logSize = size(log);
    var process = launch(options);
    // Whoever interrupts the waiting does not want the server either.
    var giveUp = new Thread(() -> end(process), "reveille-give-up");
    Runtime.getRuntime().addShutdownHook(giveUp);
    var ready = new CompletableFuture<String>();
    var out = reader(process.inputReader(), line -> readyWith(ready, line));
    var err = reader(process.errorReader(), terminal.err()::println);
    var _ =
        process
            .onExit()
            .whenComplete((ended, _) -> ready.completeExceptionally(new EndedEarly(ended)));
    try {
      ready.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
      Runtime.getRuntime().removeShutdownHook(giveUp);
      return held();
    } catch (TimeoutException e) {
      end(process);
      throw new Problem(
          Exit.TIMED_OUT,
          "The server was not ready within " + timeout.toSeconds() + " s and was stopped." + tail(),
          e);
    } catch (ExecutionException e) {
      err.join(GRACE.toMillis());
      out.join(GRACE.toMillis());
      throw new Problem(
          Exit.FAILED,
          "The server did not start (exit code " + process.exitValue() + ")." + tail(),
          e);
    } finally {
      unhook(giveUp);
    }
  }

  private static void unhook(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // this process ends, and the hook runs
    }
  }

  private static void readyWith(CompletableFuture<String> ready, String line) {
    if (line.matches("wss?://.*")) ready.complete(line);
  }

  private FolderHolder held() {
    return switch (DataFolder.look(folder)) {
      case Occupancy.Held(var holder) -> holder;
      case Occupancy.Free _, Occupancy.Left _, Occupancy.Hidden _ ->
          throw new Problem(Exit.FAILED, "The server ended as soon as it was ready." + tail());
    };
  }

  private Process launch(List<String> options) {
    var builder = new ProcessBuilder(command(options));
    builder.environment().clear();
    builder.environment().putAll(terminal.env());
    builder.environment().put("LOG_FILE", log.toString());
    builder.redirectInput(new File("/dev/null"));
    try {
      return builder.start();
    } catch (IOException e) {
      throw new Problem(Exit.FAILED, "Cannot start a process: " + e.getMessage() + ".", e);
    }
  }

  /** Returns the command that starts this program, with the same JVM options. */
  private List<String> command(List<String> options) {
    var line = new ArrayList<String>();
    var path = terminal.env().getOrDefault("PATH", "");
    // Without the first, the second at least keeps the end of the terminal from it.
    program("setsid", path).or(() -> program("nohup", path)).ifPresent(line::add);
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    var crash = folder.resolve("hs_err").toString().replace("%", "%%") + "_%p.log";
    line.add("-XX:ErrorFile=" + crash);
    line.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    line.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    line.addAll(List.of("up", "--quiet"));
    line.addAll(options);
    return line;
  }

  static Optional<String> program(String name, String path) {
    for (var folder : path.split(File.pathSeparator, -1)) {
      var file = new File(folder, name);
      if (!folder.isEmpty() && file.isFile() && file.canExecute()) {
        return Optional.of(file.getPath());
      }
    }
    return Optional.empty();
  }

  /** Passes on a limited number of lines, and reads the rest so that the writer does not block. */
  private static Thread reader(BufferedReader lines, java.util.function.Consumer<String> to) {
    return Thread.ofVirtual()
        .start(
            () -> {
              try (lines) {
                int count = 0;
                for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                  if (count++ < MOST_LINES) to.accept(line);
                }
              } catch (IOException e) {
                // the process has ended
              }
            });
  }

  private static void end(Process process) {
    process.destroy();
    try {
      if (!process.waitFor(GRACE.toMillis(), TimeUnit.MILLISECONDS)) process.destroyForcibly();
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }

  /** Prints the last log lines since the start. Returns a sentence that says where they are. */
  private String tail() {
    try {
      long now = size(log);
      long from = Math.max(now - TAIL_BYTES, now < logSize ? 0 : logSize);
      if (now <= from) return "";
      try (var file = Files.newByteChannel(log)) {
        var bytes = java.nio.ByteBuffer.allocate((int) (now - from));
        file.position(from);
        while (bytes.hasRemaining() && file.read(bytes) >= 0) {}
        var lines = new String(bytes.array(), StandardCharsets.UTF_8).lines().toList();
        var last = lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size());
        last.forEach(line -> terminal.err().println("  " + Plain.line(line)));
        return " The last lines of " + log + " are above.";
      }
    } catch (IOException e) {
      return " The log is " + log + ".";
    }
  }

  private static long size(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      return 0;
    }
  }

  /** The process ended before it was ready. */
  private static final class EndedEarly extends Exception {
    EndedEarly(@Nullable Process process) {
      super(String.valueOf(process));
    }
  }
}

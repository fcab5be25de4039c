package dev.reveille.cli;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Runs a program of the user with a batch on its standard input, one JSON object per line. The
 * program's own output goes where the command's goes. It ends with the command, or when its time is
 * over, and everything that it started ends with it.
 */
final class BatchHandler {
  private final String command;
  private final Map<String, String> env;
  private Runnable started = () -> {};
  private final Duration longest;

  /** The time in which a program that is asked to stop may end by itself. */
  private static final Duration STOP_PATIENCE = Duration.ofSeconds(5);

  /**
   * @param command a line for the shell
   * @param longest the program is stopped after this time
   */
  BatchHandler(String command, Map<String, String> env, Duration longest) {
    this.command = command;
    this.env = env;
    this.longest = longest;
  }

  /** Sets what is done each time that the program was started. */
  BatchHandler onStart(Runnable next) {
    started = next;
    return this;
  }

  String command() {
    return command;
  }

  /**
   * Runs the program once and waits for its end.
   *
   * @param tries the program finds it in {@code REVEILLE_TRY}
   * @return why it failed; empty if it exited with 0
   * @throws InterruptedException if the wait is interrupted; the program is stopped then
   */
  Optional<String> run(List<String> entries, int tries) throws InterruptedException {
    var builder =
        new ProcessBuilder("/bin/sh", "-c", command)
            .redirectOutput(Redirect.INHERIT)
            .redirectError(Redirect.INHERIT);
    builder.environment().putAll(env);
    builder.environment().put("REVEILLE_TRY", Integer.toString(tries));
    Process process;
    try {
      process = builder.start();
    } catch (IOException e) {
      return Optional.of("it could not be started (" + e.getMessage() + ")");
    }
    var stop = new Thread(() -> stop(process), "reveille-stop");
    Runtime.getRuntime().addShutdownHook(stop);
    try {
      started.run();
      Thread.ofPlatform().daemon().name("reveille-feed").start(() -> feed(process, entries));
      if (!process.waitFor(longest.toNanos(), TimeUnit.NANOSECONDS)) {
        stop(process);
        return Optional.of("it ran longer than " + TimeSpan.text(longest));
      }
      int exit = process.exitValue();
      return exit == 0 ? Optional.empty() : Optional.of("exit code " + exit);
    } finally {
      if (process.isAlive()) stop(process);
      forget(stop);
    }
  }

  /**
   * Stops a program with everything that it started: what goes on working alone would work at the
   * batch beside the next try.
   */
  private static void stop(Process process) {
    var all = Stream.concat(process.descendants(), Stream.of(process.toHandle())).toList();
    all.forEach(ProcessHandle::destroy);
    var ended =
        CompletableFuture.allOf(
            all.stream().map(ProcessHandle::onExit).toArray(CompletableFuture[]::new));
    try {
      ended.orTimeout(STOP_PATIENCE.toMillis(), TimeUnit.MILLISECONDS).join();
    } catch (CompletionException e) {
      Stream.concat(process.descendants(), all.stream()).forEach(ProcessHandle::destroyForcibly);
    }
  }

  private static void feed(Process process, List<String> entries) {
    try (var in = process.getOutputStream()) {
      for (var entry : entries) in.write((entry + "\n").getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      // It does not want to read it all; its exit code says whether that is right.
    }
  }

  private static void forget(Thread stop) {
    try {
      Runtime.getRuntime().removeShutdownHook(stop);
    } catch (IllegalStateException e) {
      // the command ends, and the hook runs
    }
  }
}

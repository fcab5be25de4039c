package dev.reveille.cli;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Runs a program of the user with a batch on its standard input, one JSON object per line. The
 * program's own output goes where the command's goes. It ends with the command.
 */
final class BatchHandler {
  private final String command;
  private final Map<String, String> env;
  private Runnable started = () -> {};

  /**
   * @param command a line for the shell
   */
  BatchHandler(String command, Map<String, String> env) {
    this.command = command;
    this.env = env;
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
    var stop = new Thread(process::destroy, "reveille-stop");
    Runtime.getRuntime().addShutdownHook(stop);
    try {
      started.run();
      feed(process, entries);
      int exit = process.waitFor();
      return exit == 0 ? Optional.empty() : Optional.of("exit code " + exit);
    } finally {
      process.destroy();
      forget(stop);
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

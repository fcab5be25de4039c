package dev.reveille.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** Programs of the operating system, for what Java cannot do to a disk or a process. */
final class Machine {
  private Machine() {}

  /** The exit code of a program and its output on both channels. */
  record Result(int exit, String text) {
    boolean ok() {
      return exit == 0;
    }
  }

  /** Runs it to its end; a program that is not there fails as one that does not succeed. */
  static Result run(String... command) {
    Process process;
    try {
      process = Program.start(new ProcessBuilder(command).redirectErrorStream(true));
    } catch (UncheckedIOException e) {
      return new Result(127, String.valueOf(e.getMessage()));
    }
    try {
      var text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (!process.waitFor(30, TimeUnit.SECONDS)) return new Result(124, text + "(still running)");
      return new Result(process.exitValue(), text.strip());
    } catch (IOException e) {
      return new Result(1, e.toString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } finally {
      Program.end(process);
    }
  }

  /** The same where only success will do. */
  static void must(String... command) {
    var result = run(command);
    if (!result.ok()) throw new IllegalStateException(String.join(" ", command) + ": " + result);
  }
}

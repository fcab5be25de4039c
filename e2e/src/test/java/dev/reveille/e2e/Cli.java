package dev.reveille.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The command line as a user of this machine runs it, with a home folder of its own. */
final class Cli {
  private static final long PATIENCE_SECONDS = 60;

  private final Path home;
  private final Map<String, String> env = new HashMap<>();
  private int runs;

  Cli(Path folder) {
    home = folder.resolve("home");
    env.put("HOME", home.toString());
    env.put("XDG_CONFIG_HOME", home.resolve("config").toString());
  }

  Cli with(String name, String value) {
    env.put(name, value);
    return this;
  }

  Path identities() {
    return home.resolve("config/reveille/identities");
  }

  /** The exit code and output of a command. */
  record Run(int exit, String out, String err) {}

  /** Runs a command to its end. None ever shows a stack trace, or a colour to a pipe. */
  Run run(String... args) {
    try (var running = start(args)) {
      return running.await();
    }
  }

  Running start(String... args) {
    try {
      Files.createDirectories(home);
      int run = ++runs;
      return new Running(
          Program.start(
              Program.command(env, args)
                  .redirectInput(ProcessBuilder.Redirect.PIPE)
                  .redirectOutput(home.resolve(run + ".out").toFile())
                  .redirectError(home.resolve(run + ".err").toFile())),
          home.resolve(run + ".out"),
          home.resolve(run + ".err"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A command that may still run. Closing ends it. */
  record Running(Process process, Path outFile, Path errFile) implements AutoCloseable {
    String out() {
      return read(outFile);
    }

    String err() {
      return read(errFile);
    }

    void type(String text) {
      try (var in = process.getOutputStream()) {
        in.write(text.getBytes(StandardCharsets.UTF_8));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    Run await() {
      try {
        assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).as("it ends").isTrue();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
      var run = new Run(process.exitValue(), out(), err());
      assertThat(run.out() + run.err())
          .doesNotContain("\u001b")
          .doesNotContain("\tat ")
          .doesNotContain("Exception");
      return run;
    }

    /** Returns when its output, or what it says on the side, has this text. */
    void awaitText(String text) {
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
      while (!(out() + err()).contains(text)) {
        assertThat(process.isAlive() && System.nanoTime() < end)
            .as("'%s' in: %s%s", text, out(), err())
            .isTrue();
        pause();
      }
    }

    private static void pause() {
      try {
        Thread.sleep(10);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }

    private static String read(Path file) {
      try {
        return Files.readString(file);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    /** Ends the command now, as a test that goes on afterwards wants it. */
    void kill() {
      Program.end(process);
    }

    @Override
    public void close() {
      kill();
    }
  }
}

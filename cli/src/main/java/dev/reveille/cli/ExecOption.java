package dev.reveille.cli;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of a program that handles batches. */
final class ExecOption {
  static final int DEFAULT_TRIES = 5;

  /** Longer than any turn of a model, and an end to one that hangs. */
  static final Duration DEFAULT_TIMEOUT = Duration.ofHours(1);

  @Option(
      names = "--exec",
      paramLabel = "CMD",
      description =
          "Run this shell line with the batch on its standard input, one JSON object per line, and"
              + " confirm the batch when it exits with 0.")
  @Nullable String exec;

  @Option(
      names = "--tries",
      paramLabel = "N",
      description =
          "With --exec: how often a batch is tried before it becomes a dead letter. Default: 5.")
  @Nullable Integer tries;

  @Option(
      names = "--exec-timeout",
      paramLabel = "TIME",
      converter = TimeSpan.class,
      description =
          "With --exec: stop the program after this time; that is a failed try. Default: 1h.")
  @Nullable Duration timeout;

  boolean isSet() {
    return exec != null;
  }

  void check() {
    if (tries != null && exec == null) throw new Problem(Exit.USAGE, "--tries needs --exec.");
    if (tries != null && (tries < 1 || tries > 1000)) {
      throw new Problem(Exit.USAGE, "--tries is " + tries + "; give a number from 1 to 1000.");
    }
    if (timeout != null && exec == null) {
      throw new Problem(Exit.USAGE, "--exec-timeout needs --exec.");
    }
    if (timeout != null && timeout.isZero()) {
      throw new Problem(Exit.USAGE, "--exec-timeout is 0; give at least 1ms.");
    }
    if (exec != null && exec.isBlank()) throw new Problem(Exit.USAGE, "--exec is empty.");
  }

  BatchHandler program(Terminal terminal) {
    return new BatchHandler(
        String.valueOf(exec), terminal.env(), timeout == null ? DEFAULT_TIMEOUT : timeout);
  }

  int tries() {
    return tries == null ? DEFAULT_TRIES : tries;
  }
}

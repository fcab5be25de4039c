package dev.reveille.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of a program that handles batches. */
final class ExecOption {
  static final int DEFAULT_TRIES = 5;

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

  boolean isSet() {
    return exec != null;
  }

  void check() {
    if (tries != null && exec == null) throw new Problem(Exit.USAGE, "--tries needs --exec.");
    if (tries != null && (tries < 1 || tries > 1000)) {
      throw new Problem(Exit.USAGE, "--tries is " + tries + "; give a number from 1 to 1000.");
    }
    if (exec != null && exec.isBlank()) throw new Problem(Exit.USAGE, "--exec is empty.");
  }

  int tries() {
    return tries == null ? DEFAULT_TRIES : tries;
  }
}

package dev.reveille.cli;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option {@code --timeout} of commands that wait for an answer. */
final class TimeoutOption {
  private static final Duration DEFAULT = Duration.ofSeconds(10);

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      converter = TimeSpan.class,
      description = "How long to wait for an answer: 10, 500ms, 2m. Default: 10s.")
  @Nullable Duration timeout;

  /** Returns what was given, or 10 seconds. */
  Duration value() {
    return timeout == null ? DEFAULT : timeout;
  }

  /** Returns what was given, or another default. */
  Duration or(Duration usual) {
    return timeout == null ? usual : timeout;
  }

  /** Fails if a time is given that no answer could keep. */
  static void requirePositive(@Nullable Duration timeout) {
    if (timeout != null && !timeout.isPositive()) {
      throw new Problem(Exit.USAGE, "--timeout must be more than 0.");
    }
  }
}

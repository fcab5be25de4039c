package dev.reveille.server.wake;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Tells a person by a program that the operator named. It gets the text on its standard input; no
 * shell is between, and no text of agents is on its command line.
 */
public final class CommandAlert implements AlertJob.AlertWay {
  private static final long SECONDS = 30;

  private final List<String> command;

  /**
   * @param command the program and its arguments
   */
  public CommandAlert(List<String> command) {
    if (command.isEmpty()) throw new IllegalArgumentException("no command");
    this.command = List.copyOf(command);
  }

  @Override
  public String name() {
    return "command";
  }

  @Override
  public void tell(String text) throws IOException, InterruptedException {
    var process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      try (var in = process.getOutputStream()) {
        in.write((text + "\n").getBytes(StandardCharsets.UTF_8));
      }
      if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
        throw new IOException(command.getFirst() + " did not end within " + SECONDS + " s");
      }
      if (process.exitValue() != 0) {
        throw new IOException(command.getFirst() + " ended with " + process.exitValue());
      }
    } finally {
      process.destroyForcibly();
    }
  }
}

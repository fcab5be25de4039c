package dev.reveille.server.kernel;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Runs programs of this machine. It blocks, so only jobs use it. */
public interface Programs {
  /**
   * The end of a program.
   *
   * @param output the beginning of what it wrote to standard output
   * @param errors the beginning of what it wrote to standard error
   */
  record Ended(int exit, String output, String errors) {}

  /**
   * Runs a program to its end. It gets the input, and of the server's environment only what names
   * places and languages: no secrets.
   *
   * @param most the most bytes of output that it may write; a program that writes more is ended
   * @throws IOException if it cannot be started, writes too much, or takes longer than the limit
   */
  Ended run(List<String> command, String input, int most, Duration limit)
      throws IOException, InterruptedException;
}

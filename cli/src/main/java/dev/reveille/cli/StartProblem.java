package dev.reveille.cli;

import java.io.IOException;
import java.net.BindException;

/** Turns the error of a failed start into a sentence. */
final class StartProblem {
  private StartProblem() {}

  /**
   * @param port the port that the server wanted
   */
  static Problem of(RuntimeException e, String port) {
    return new Problem(Exit.FAILED, why(e, port), e);
  }

  private static String why(RuntimeException e, String port) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (isPortInUse(cause)) {
        return "Port "
            + port
            + " cannot be used (address already in use); is a server running already? Choose"
            + " another with --port.";
      }
    }
    var message = e.getMessage();
    return message == null || message.isBlank()
        ? "The server did not start (" + e.getClass().getSimpleName() + "); --debug shows more."
        : message;
  }

  /** True if the port is taken. The native transport says it only in the text of its exception. */
  private static boolean isPortInUse(Throwable cause) {
    return cause instanceof BindException
        || (cause instanceof IOException
            && String.valueOf(cause.getMessage()).contains("Address already in use"));
  }
}

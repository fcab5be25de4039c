package dev.reveille.cli;

import dev.reveille.client.ClientException;
import dev.reveille.client.file.TransferException;

/** The exit codes. This is their only table; help prints it. */
enum Exit {
  OK(0, "done"),
  FAILED(1, "failed: the sentence on standard error says why"),
  USAGE(2, "the command line is wrong"),
  CANNOT_CONNECT(3, "cannot connect to the server"),
  REFUSED(4, "the server or the other agent refused, or the session was ended"),
  TIMED_OUT(5, "no answer, or no message, in time");

  private final int code;
  private final String meaning;

  Exit(int code, String meaning) {
    this.code = code;
    this.meaning = meaning;
  }

  int code() {
    return code;
  }

  static Exit of(ClientException e) {
    return switch (e) {
      case ClientException.CannotConnect _ -> CANNOT_CONNECT;
      case ClientException.Refused _, ClientException.Ended _ -> REFUSED;
      case ClientException.TimedOut _ -> TIMED_OUT;
    };
  }

  static Exit of(TransferException e) {
    return switch (e.reason()) {
      case DECLINED -> REFUSED;
      case TIMED_OUT -> TIMED_OUT;
      case DAMAGED, LOCAL -> FAILED;
    };
  }

  /** Returns the table for the end of the help text. */
  static String table() {
    var text = new StringBuilder("%nExit codes:%n");
    for (var exit : values()) {
      text.append("  ").append(exit.code).append("  ").append(exit.meaning).append("%n");
    }
    return text.append("  128+n  stopped by signal n (Ctrl-C: 130, SIGTERM: 143)%n").toString();
  }
}

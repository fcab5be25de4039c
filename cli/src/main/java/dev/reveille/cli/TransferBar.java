package dev.reveille.cli;

import dev.reveille.client.file.TransferProgress;

/** Shows the progress of a transfer: a growing bar for a person, a line per quarter for a log. */
final class TransferBar implements TransferProgress {
  private static final int WIDTH = 30;

  private final Terminal terminal;
  private final String what;
  private final long bytes;
  private int quarter;

  TransferBar(Terminal terminal, String what, long bytes) {
    this.terminal = terminal;
    this.what = what;
    this.bytes = bytes;
  }

  @Override
  public void moved(int done, int parts) {
    int percent = (int) (100L * done / parts);
    if (terminal.colour()) {
      int filled = WIDTH * done / parts;
      var bar = "#".repeat(filled) + "-".repeat(WIDTH - filled);
      terminal.overwrite(what + " [" + bar + "] " + percent + " % of " + size(bytes));
      if (done == parts) terminal.err().println();
    } else if (percent / 25 > quarter) {
      quarter = percent / 25;
      terminal.err().println(what + " " + percent + " % of " + size(bytes));
    }
  }

  static String size(long bytes) {
    if (bytes < 1024) return bytes + " B";
    if (bytes < 1024 * 1024) return String.format("%.1f KB", bytes / 1024.0);
    return String.format("%.1f MB", bytes / (1024.0 * 1024.0));
  }
}

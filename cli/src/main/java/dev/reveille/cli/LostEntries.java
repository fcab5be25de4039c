package dev.reveille.cli;

/** Tells of entries that a person or a program will not see although they were for it. */
final class LostEntries {
  private LostEntries() {}

  /** Warns of entries that the server removed, if there are any. */
  static void warn(Terminal terminal, long lost) {
    if (lost == 0) return;
    terminal.warn(
        lost
            + (lost == 1 ? " older message is" : " older messages are")
            + " lost: the server removed what was not read in time.");
  }

  /** Says in a dim line how many messages the filter left out that count as read now. */
  static void passedOver(Terminal terminal, long messages) {
    if (messages == 0) return;
    terminal
        .err()
        .println(
            terminal.dim(
                "("
                    + messages
                    + (messages == 1 ? " message" : " messages")
                    + " of channels did not match and "
                    + (messages == 1 ? "counts" : "count")
                    + " as read)"));
  }
}

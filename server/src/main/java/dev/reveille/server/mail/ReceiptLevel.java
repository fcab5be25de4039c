package dev.reveille.server.mail;

import java.util.Locale;

/** The proof level of a direct message. Declared in order; a message never goes back. */
public enum ReceiptLevel {
  /** It waits for its receiver. */
  STORED,
  /** It was shown to its receiver. */
  OFFERED,
  /** Its receiver confirmed it. */
  RETRIEVED,
  /** Its receiver confirmed it, and a turn began with a wake of which it was part. */
  STARTED,
  /**
   * Its receiver acted: it replied to the message, or in that turn it said something, moved a task
   * or left a handoff.
   */
  ACTED;

  /** Returns the word on the wire and in the store. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** True if its receiver is known to have it. */
  public boolean isRetrieved() {
    return compareTo(RETRIEVED) >= 0;
  }

  static ReceiptLevel of(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }
}

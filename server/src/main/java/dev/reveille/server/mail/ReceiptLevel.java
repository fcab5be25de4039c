package dev.reveille.server.mail;

import java.util.Locale;

/** The proof level of a direct message. Declared in order; a message never goes back. */
public enum ReceiptLevel {
  /** It waits for its receiver. */
  STORED,
  /** It was shown to its receiver. */
  OFFERED,
  /** Its receiver confirmed it. */
  RETRIEVED;

  /** Returns the word on the wire and in the store. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  static ReceiptLevel of(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }
}

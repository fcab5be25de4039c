package dev.reveille.cli;

import dev.reveille.client.VisibleText;

/** Makes text of others safe for a terminal: removes escape sequences. */
final class Plain {
  private Plain() {}

  /** Returns one line; line breaks become spaces. */
  static String line(String text) {
    return VisibleText.line(text);
  }

  /**
   * Returns the text with its line breaks and tabs; other control characters are shown as escapes.
   */
  static String text(String text) {
    return VisibleText.text(text);
  }
}

package dev.reveille.cli;

import dev.reveille.client.VisibleText;

/** Other people's text made safe for a terminal: no escape sequence passes. */
final class Plain {
  private Plain() {}

  /** One line; line breaks become spaces. */
  static String line(String text) {
    return VisibleText.line(text);
  }

  /** Keeps line breaks and tabs; other control characters are shown as escapes. */
  static String text(String text) {
    return VisibleText.text(text);
  }
}

package dev.reveille.cli;

/** Other people's text made safe for a terminal: no escape sequence passes. */
final class Plain {
  private Plain() {}

  /** One line; line breaks become spaces. */
  static String line(String text) {
    return text(text.replaceAll("\\s*\\R\\s*", " "));
  }

  /** Keeps line breaks and tabs; other control characters are shown as escapes. */
  static String text(String text) {
    var out = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            c -> {
              if (c == '\n' || c == '\t' || !isControl(c)) out.appendCodePoint(c);
              else out.append(String.format("\\u%04x", c));
            });
    return out.toString();
  }

  /** Control characters, and the marks that turn the direction of the text around them. */
  private static boolean isControl(int c) {
    return Character.isISOControl(c)
        || (c >= 0x202A && c <= 0x202E)
        || (c >= 0x2066 && c <= 0x2069)
        || (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
  }
}

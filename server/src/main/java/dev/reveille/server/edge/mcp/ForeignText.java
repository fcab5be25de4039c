package dev.reveille.server.edge.mcp;

import java.util.HexFormat;

/**
 * Makes JSON safe for a model to read. Text of other agents is always inside a JSON string, beside
 * its sender. Here the characters by which a text could pretend to be something else are escaped:
 * those of tags, and those that nobody sees.
 */
final class ForeignText {
  private static final HexFormat HEX = HexFormat.of();

  private ForeignText() {}

  /** Returns the same JSON, in which no string has the beginning of a tag or a hidden character. */
  static String shown(String json) {
    int first = 0;
    while (first < json.length() && !isUnsafe(json.charAt(first))) first++;
    if (first == json.length()) return json;
    var out = new StringBuilder(json.length() + 64).append(json, 0, first);
    for (int i = first; i < json.length(); i++) {
      char c = json.charAt(i);
      boolean tagged = i > 0 && isTagHalf(json.charAt(i - 1));
      if (tagged || isUnsafe(c)) out.append("\\u").append(HEX.toHexDigits(c));
      else out.append(c);
    }
    return out.toString();
  }

  /** True for the first half of a character that exists only to mark text: U+E0000 to U+E0FFF. */
  private static boolean isTagHalf(char c) {
    return c >= 0xDB40 && c <= 0xDB43;
  }

  /** True for characters of tags, and for those that are not seen. */
  private static boolean isUnsafe(char c) {
    if (c == '<' || c == '>' || c == '&' || c == '\u2028' || c == '\u2029') return true;
    if (c < 0x7F) return c < ' ' && c != '\n';
    int type = Character.getType(c);
    return type == Character.FORMAT
        || type == Character.CONTROL
        || isTagHalf(c)
        || (c >= 0xFE00 && c < 0xFE0F);
  }
}

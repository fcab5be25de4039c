package dev.reveille.cli;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a message of JSON-RPC that the bridge needs, read without a JSON library, because
 * loading one takes most of the bridge's start. The server reads the message itself.
 *
 * @param id the id as it stands in the message; null if there is none
 * @param method empty if there is none
 * @param tool the field {@code name} of the params; empty if there is none
 */
record BridgeLine(@Nullable String id, String method, String tool) {
  /** Returns the parts; empty if the line is not one object or list of JSON. */
  static Optional<BridgeLine> read(String line) {
    var text = line.strip();
    if (text.startsWith("[")) {
      var list = new Cursor(text);
      return list.value() && list.isAtEnd()
          ? Optional.of(new BridgeLine(null, "", ""))
          : Optional.empty();
    }
    var found = fields(text, "id", "method", "params");
    if (found == null) return Optional.empty();
    var params = found[2] == null ? null : fields(found[2], "name");
    return Optional.of(
        new BridgeLine(found[0], word(found[1]), params == null ? "" : word(params[0])));
  }

  private static String word(@Nullable String value) {
    boolean quoted = value != null && value.length() >= 2 && value.charAt(0) == '"';
    return quoted && value != null ? value.substring(1, value.length() - 1) : "";
  }

  /** Returns the values of fields as they stand in an object; null if it is not one object. */
  private static @Nullable String @Nullable [] fields(String object, String... names) {
    @Nullable String[] values = new String[names.length];
    var cursor = new Cursor(object);
    if (!cursor.takes('{')) return null;
    if (cursor.takes('}')) return cursor.isAtEnd() ? values : null;
    do {
      var name = cursor.taken();
      if (name == null || !name.startsWith("\"") || !cursor.takes(':')) return null;
      var value = cursor.taken();
      if (value == null) return null;
      for (int i = 0; i < names.length; i++) if (word(name).equals(names[i])) values[i] = value;
    } while (cursor.takes(','));
    return cursor.takes('}') && cursor.isAtEnd() ? values : null;
  }

  /** Walks over a text of JSON. It looks at brackets and strings only. */
  private static final class Cursor {
    private final String text;
    private int at;

    Cursor(String text) {
      this.text = text;
    }

    private void space() {
      while (at < text.length() && text.charAt(at) <= ' ') at++;
    }

    boolean isAtEnd() {
      space();
      return at == text.length();
    }

    /** True if this character is next; then it is passed. */
    boolean takes(char wanted) {
      space();
      if (at >= text.length() || text.charAt(at) != wanted) return false;
      at++;
      return true;
    }

    /** Returns the next value as it stands there; null if there is none. */
    @Nullable String taken() {
      space();
      int from = at;
      return value() ? text.substring(from, at) : null;
    }

    /** Passes one value. False if there is none. */
    boolean value() {
      space();
      int from = at;
      int depth = 0;
      while (at < text.length()) {
        char c = text.charAt(at);
        if (c == '"') {
          if (!string()) return false;
        } else if (c == '{' || c == '[') {
          depth++;
          at++;
        } else if (depth == 0 && (c == ',' || c == ':' || c == '}' || c == ']' || c <= ' ')) {
          return at > from;
        } else {
          if (c == '}' || c == ']') depth--;
          at++;
          if (depth == 0 && (c == '}' || c == ']')) return true;
          continue;
        }
        if (depth == 0) return true;
      }
      return depth == 0 && at > from;
    }

    private boolean string() {
      for (at++; at < text.length(); at++) {
        char c = text.charAt(at);
        if (c == '\\') at++;
        else if (c == '"') {
          at++;
          return true;
        }
      }
      return false;
    }
  }
}

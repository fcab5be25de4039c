package dev.reveille.server.edge.http;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A path with named parts: {@code /api/channels/{name}/messages}. A part is never empty, and
 * contains no slash and no control character after decoding, and is UTF-8.
 */
final class PathPattern {
  /** The sign for bytes that are no UTF-8. */
  private static final char BROKEN = '\uFFFD';

  private final List<String> parts;

  PathPattern(String pattern) {
    parts = split(pattern);
  }

  /** Returns the named parts of this path; empty if the path does not match. */
  Optional<Map<String, String>> match(String path) {
    var given = split(path);
    if (given.size() != parts.size()) return Optional.empty();
    var found = new HashMap<String, String>();
    for (int i = 0; i < given.size(); i++) {
      var part = parts.get(i);
      if (part.startsWith("{")) {
        var value = decode(given.get(i));
        if (value.isEmpty() || !value.chars().allMatch(PathPattern::mayBeInPart)) {
          return Optional.empty();
        }
        found.put(part.substring(1, part.length() - 1), value);
      } else if (!part.equals(given.get(i))) {
        return Optional.empty();
      }
    }
    return Optional.of(found);
  }

  private static boolean mayBeInPart(int c) {
    return c != '/' && c != BROKEN && !Character.isISOControl(c);
  }

  private static List<String> split(String path) {
    return List.of(path.split("/", -1));
  }

  private static String decode(String text) {
    try {
      return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return "";
    }
  }
}

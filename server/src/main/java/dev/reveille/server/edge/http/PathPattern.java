package dev.reveille.server.edge.http;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A path with named parts: {@code /api/channels/{name}/messages}. A part is never empty, and
 * contains no slash after decoding.
 */
final class PathPattern {
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
        if (value.isEmpty() || value.indexOf('/') >= 0) return Optional.empty();
        found.put(part.substring(1, part.length() - 1), value);
      } else if (!part.equals(given.get(i))) {
        return Optional.empty();
      }
    }
    return Optional.of(found);
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

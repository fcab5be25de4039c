package dev.reveille.protocol;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * Orders the keys of an object as JavaScript does: first those that look like array indexes,
 * ascending, then the others in their order in the text.
 *
 * <p>Signatures over JSON text depend on this order. When a text has the same key twice, JavaScript
 * and our parser both keep the first place and the last value.
 */
final class JavaScriptKeyOrder {
  private static final long MAX_INDEX = (1L << 32) - 2;

  private JavaScriptKeyOrder() {}

  static Collection<Map.Entry<String, JsonNode>> inOrder(JsonNode object) {
    var fields = object.properties();
    if (fields.stream().noneMatch(f -> isIndex(f.getKey()))) return fields;
    var sorted = new ArrayList<Map.Entry<String, JsonNode>>();
    fields.stream().filter(f -> isIndex(f.getKey())).forEach(sorted::add);
    sorted.sort(Comparator.comparingLong(f -> Long.parseLong(f.getKey())));
    fields.stream().filter(f -> !isIndex(f.getKey())).forEach(sorted::add);
    return sorted;
  }

  /**
   * True if the key is a number as it is printed: digits without sign and leading zero, at most
   * 2³²−2.
   */
  static boolean isIndex(String key) {
    int length = key.length();
    if (length == 0 || length > 10 || (length > 1 && key.charAt(0) == '0')) return false;
    for (int i = 0; i < length; i++) {
      if (key.charAt(i) < '0' || key.charAt(i) > '9') return false;
    }
    return Long.parseLong(key) <= MAX_INDEX;
  }
}

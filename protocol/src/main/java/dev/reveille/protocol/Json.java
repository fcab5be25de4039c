package dev.reveille.protocol;

import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads untrusted JSON within limits: depth, number length, one value per text. */
public final class Json {
  /** The depth limit. It is enough for any normal message and keeps the parser's stack safe. */
  public static final int MAX_DEPTH = 100;

  /**
   * The limit of values, names and brackets. It is enough for any normal message, and a tree of
   * that size is small.
   */
  public static final int MAX_TOKENS = 10_000;

  private static final JsonMapper MAPPER = mapper(StreamReadConstraints.builder());
  private static final JsonMapper SMALL =
      mapper(StreamReadConstraints.builder().maxTokenCount(MAX_TOKENS));

  private Json() {}

  private static JsonMapper mapper(StreamReadConstraints.Builder constraints) {
    return JsonMapper.builder(
            JsonFactory.builder()
                .streamReadConstraints(
                    constraints.maxNestingDepth(MAX_DEPTH).maxNumberLength(400).build())
                .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
                .build())
        .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
        .build();
  }

  /**
   * Returns the value; empty if the text is not JSON within the limits. A lone surrogate is refused
   * in a field's name and accepted in a value.
   */
  public static Optional<JsonNode> read(String text) {
    return read(MAPPER, text);
  }

  /**
   * Returns the value if it also has at most {@link #MAX_TOKENS} tokens; else empty. This refuses
   * texts that cost the reader far more memory than the sender, such as megabytes of {@code
   * {},{},{}}.
   */
  static Optional<JsonNode> readSmall(String text) {
    return read(SMALL, text);
  }

  private static Optional<JsonNode> read(JsonMapper mapper, String text) {
    try {
      var node = mapper.readTree(text);
      return node == null || node.isMissingNode() ? Optional.empty() : Optional.of(node);
    } catch (JacksonException e) {
      return Optional.empty();
    }
  }

  /** True if JavaScript treats the value as true: not false, 0, "", null or absent. */
  static boolean truthy(JsonNode node) {
    if (node.isMissingNode() || node.isNull()) return false;
    if (node.isBoolean()) return node.booleanValue();
    if (node.isNumber()) return number(node) != 0;
    if (node.isString()) return !node.stringValue().isEmpty();
    return true;
  }

  /**
   * Returns a number as JavaScript reads it: infinite if it is too large for a double. Jackson's
   * own accessor throws for whole numbers out of range.
   */
  static double number(JsonNode node) {
    return node.isBigInteger() ? node.bigIntegerValue().doubleValue() : node.doubleValue();
  }

  /** Returns the number; 0 if there is none or no double can hold it. */
  static double finite(JsonNode node) {
    double number = node.isNumber() ? number(node) : 0;
    return Double.isInfinite(number) ? 0 : number;
  }

  /** Returns the text with every lone surrogate replaced, so that it can be written as UTF-8. */
  static String wellFormed(String s) {
    for (int i = 0; i < s.length(); i++) {
      char c = s.charAt(i);
      if (!Character.isSurrogate(c)) continue;
      if (Character.isHighSurrogate(c)
          && i + 1 < s.length()
          && Character.isLowSurrogate(s.charAt(i + 1))) {
        i++;
      } else {
        return replaceLone(s);
      }
    }
    return s;
  }

  private static String replaceLone(String s) {
    var out = new StringBuilder(s.length());
    s.codePoints()
        .forEach(
            p ->
                out.appendCodePoint(
                    p >= Character.MIN_SURROGATE && p <= Character.MAX_SURROGATE ? 0xFFFD : p));
    return out.toString();
  }
}

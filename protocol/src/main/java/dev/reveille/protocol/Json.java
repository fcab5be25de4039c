package dev.reveille.protocol;

import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** Reads untrusted JSON within limits: depth, number length, one value per text. */
public final class Json {
  /** The depth limit. It is enough for any normal message and keeps the parser's stack safe. */
  public static final int MAX_DEPTH = 100;

  /**
   * The limit of values, names and brackets. It is enough for any normal message, and a tree of
   * that size is small.
   */
  public static final int MAX_TOKENS = 10_000;

  private static final JsonFactory ANY = factory(StreamReadConstraints.builder());
  private static final JsonFactory SMALL =
      factory(StreamReadConstraints.builder().maxTokenCount(MAX_TOKENS));

  private Json() {}

  private static JsonFactory factory(StreamReadConstraints.Builder constraints) {
    return JsonFactory.builder()
        .streamReadConstraints(constraints.maxNestingDepth(MAX_DEPTH).maxNumberLength(400).build())
        .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
        .build();
  }

  /**
   * Returns the value; empty if the text is not JSON within the limits. A lone surrogate is refused
   * in a field's name and accepted in a value.
   */
  public static Optional<JsonNode> read(String text) {
    return read(ANY, text);
  }

  /**
   * Returns the value if it also has at most {@link #MAX_TOKENS} tokens; else empty. This refuses
   * texts that cost the reader far more memory than the sender, such as megabytes of {@code
   * {},{},{}}.
   */
  static Optional<JsonNode> readSmall(String text) {
    return read(SMALL, text);
  }

  /**
   * Makes the tree itself: the mapper of the library needs 400 classes more, which a short command
   * would load for a handful of messages.
   */
  private static Optional<JsonNode> read(JsonFactory factory, String text) {
    try (var parser = factory.createParser(ObjectReadContext.empty(), text)) {
      if (parser.nextToken() == null) return Optional.empty();
      var value = value(parser);
      return parser.nextToken() == null ? Optional.of(value) : Optional.empty();
    } catch (JacksonException e) {
      return Optional.empty();
    }
  }

  /** Returns the value that begins with the current token. The parser bounds the depth. */
  private static JsonNode value(JsonParser parser) {
    var nodes = JsonNodeFactory.instance;
    return switch (parser.currentToken()) {
      case START_OBJECT -> {
        var object = nodes.objectNode();
        for (var name = parser.nextName(); name != null; name = parser.nextName()) {
          parser.nextToken();
          object.set(name, value(parser));
        }
        yield object;
      }
      case START_ARRAY -> {
        var array = nodes.arrayNode();
        while (parser.nextToken() != JsonToken.END_ARRAY) array.add(value(parser));
        yield array;
      }
      case VALUE_STRING -> nodes.stringNode(parser.getString());
      case VALUE_NUMBER_INT ->
          switch (parser.getNumberType()) {
            case INT -> nodes.numberNode(parser.getIntValue());
            case LONG -> nodes.numberNode(parser.getLongValue());
            default -> nodes.numberNode(parser.getBigIntegerValue());
          };
      case VALUE_NUMBER_FLOAT -> nodes.numberNode(parser.getDoubleValue());
      case VALUE_TRUE -> nodes.booleanNode(true);
      case VALUE_FALSE -> nodes.booleanNode(false);
      case VALUE_NULL -> nodes.nullNode();
      case NOT_AVAILABLE, END_OBJECT, END_ARRAY, PROPERTY_NAME, VALUE_EMBEDDED_OBJECT ->
          throw new IllegalStateException("no value begins with " + parser.currentToken());
    };
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

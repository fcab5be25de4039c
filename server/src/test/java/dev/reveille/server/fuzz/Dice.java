package dev.reveille.server.fuzz;

import dev.reveille.protocol.JsonText;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/** Draws values of every JSON shape, with a liking for the edges. Not thread-safe. */
final class Dice {
  private static final String WORD =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
  private static final String[] NUMBERS = {
    "0",
    "-0",
    "-0.0",
    "1",
    "-1",
    "1.5",
    "1e400",
    "-1e400",
    "1e-400",
    "1e20",
    "9007199254740993",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775809",
    "1e2147483648",
    "0.1e-2147483649",
    "4".repeat(399),
    "4".repeat(401)
  };
  private static final String[] NOT_JSON = {
    "NaN",
    "Infinity",
    "-Infinity",
    "+1",
    "01",
    "1.",
    ".5",
    "0x10",
    "undefined",
    "'a'",
    "True",
    "\"\\x\"",
    "\"\\u12\"",
    "\"a",
    "/**/1",
    "{a:1}",
    "[1,]",
    "{\"a\":1,}",
    "[,]",
    "\u0000"
  };

  private final Random random;

  Dice(Random random) {
    this.random = random;
  }

  int below(int bound) {
    return random.nextInt(bound);
  }

  boolean chance(double p) {
    return random.nextDouble() < p;
  }

  @SafeVarargs
  final <T> T oneOf(T... values) {
    return values[random.nextInt(values.length)];
  }

  <T> T oneOf(List<T> values) {
    return values.get(random.nextInt(values.size()));
  }

  byte[] bytes(int max) {
    var bytes = new byte[random.nextInt(max + 1)];
    random.nextBytes(bytes);
    return bytes;
  }

  String word(int max) {
    var word = new StringBuilder();
    for (int n = 1 + random.nextInt(max); n > 0; n--) {
      word.append(WORD.charAt(random.nextInt(WORD.length())));
    }
    return word.toString();
  }

  /** Control characters, lone surrogates, look-alikes of ASCII, marks that turn text around. */
  String text(int max) {
    var text = new StringBuilder();
    for (int n = random.nextInt(max + 1); n > 0; n--) {
      switch (random.nextInt(8)) {
        case 0 -> text.append((char) random.nextInt(0x20));
        case 1 -> text.append((char) (0xD800 + random.nextInt(0x800)));
        case 2 -> text.appendCodePoint(0x10000 + random.nextInt(0x100000));
        case 3 -> text.append(oneOf('\u0455', '\u0435', '\uff20', '\u202e', '\u200b', '\ufeff'));
        case 4 -> text.append((char) random.nextInt(0x10000));
        default -> text.append((char) (0x20 + random.nextInt(0x5f)));
      }
    }
    return text.toString();
  }

  /** A JSON string literal, sometimes with the escapes that only a hostile writer uses. */
  String quoted(String text) {
    if (!chance(0.1)) return JsonText.quote(text);
    var out = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      out.append(String.format("\\u%04X", (int) text.charAt(i)));
    }
    return out.append('"').toString();
  }

  String json(int depth) {
    return switch (random.nextInt(depth > 0 ? 10 : 7)) {
      case 0 -> oneOf("null", "true", "false");
      case 1, 2 -> oneOf(NUMBERS);
      case 3, 4 -> quoted(text(12));
      case 5 -> quoted(word(8));
      case 6 -> chance(0.1) ? oneOf(NOT_JSON) : "\"\"";
      case 7, 8 -> "[" + String.join(",", some(() -> json(depth - 1))) + "]";
      default -> "{" + String.join(",", some(() -> quoted(text(5)) + ":" + json(depth - 1))) + "}";
    };
  }

  /** Far deeper, or just deeper, than anything honest. */
  String nest() {
    int depth = oneOf(90, 99, 100, 101, 110, 5000);
    var open = oneOf("[", "{\"a\":", "[{\"type\":");
    return chance(0.5)
        ? open.repeat(depth)
        : "[".repeat(depth) + "0" + "]".repeat(chance(0.8) ? depth : depth - 1);
  }

  private List<String> some(Supplier<String> item) {
    var list = new ArrayList<String>();
    for (int n = random.nextInt(4); n > 0; n--) list.add(item.get());
    return list;
  }
}

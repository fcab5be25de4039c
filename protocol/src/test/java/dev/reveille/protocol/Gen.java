package dev.reveille.protocol;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Draws values of all shapes, with a liking for the edges. */
public final class Gen {
  private static final String NAME_CHARS =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
  private static final String[] NUMBERS = {
    "0",
    "-0",
    "1",
    "-1",
    "0.5",
    "1e999",
    "-1e999",
    "1e-999",
    "9007199254740991",
    "9007199254740993",
    "9223372036854775808",
    "1E+2",
    "0.1e1",
    "1".repeat(390),
    "-" + "9".repeat(350)
  };

  private final RandomGenerator random;

  public Gen(RandomGenerator random) {
    this.random = random;
  }

  public int between(int low, int high) {
    return random.nextInt(low, high + 1);
  }

  public boolean chance(double p) {
    return random.nextDouble() < p;
  }

  public long anyLong() {
    return random.nextLong() >> random.nextInt(64);
  }

  /** A whole number that JavaScript keeps exact, 0 or more. */
  public long seq() {
    return (random.nextLong() >>> 11) >> random.nextInt(53);
  }

  public double anyDouble() {
    return chance(0.5) ? Double.longBitsToDouble(random.nextLong()) : random.nextInt() / 16.0;
  }

  @SafeVarargs
  public final <T> T oneOf(T... values) {
    return values[random.nextInt(values.length)];
  }

  public <T> @Nullable T maybe(Supplier<T> value) {
    return chance(0.5) ? null : value.get();
  }

  public <T> List<T> list(int max, Supplier<T> item) {
    var list = new ArrayList<T>();
    for (int n = between(0, max); n > 0; n--) list.add(item.get());
    return list;
  }

  public byte[] bytes(int max) {
    var bytes = new byte[between(0, max)];
    for (int i = 0; i < bytes.length; i++) bytes[i] = (byte) random.nextInt();
    return bytes;
  }

  /** Any UTF-16 units: control characters, lone surrogates, quotes. */
  public String anyText(int max) {
    var text = new StringBuilder();
    for (int n = between(0, max); n > 0; n--) {
      switch (random.nextInt(6)) {
        case 0 -> text.append((char) random.nextInt(0x20));
        case 1 -> text.append(oneOf('"', '\\', '/', '\u007f', '\u2028', '\ufeff'));
        case 2 -> text.append((char) between(0xD800, 0xDFFF));
        case 3 -> text.appendCodePoint(between(0x10000, 0x10FFFF));
        case 4 -> text.append((char) random.nextInt(0x10000));
        default -> text.append((char) between(0x20, 0x7e));
      }
    }
    return text.toString();
  }

  /** Text that UTF-8 can hold. */
  public String text(int max) {
    return Json.wellFormed(anyText(max));
  }

  public String word(int max) {
    var word = new StringBuilder();
    for (int n = between(1, max); n > 0; n--) {
      word.append(NAME_CHARS.charAt(random.nextInt(NAME_CHARS.length())));
    }
    return word.toString();
  }

  public String channel() {
    return "#" + word(Names.MAX_CHANNEL);
  }

  /** JSON text of any shape, at most so deep. */
  public String json(int depth) {
    return switch (random.nextInt(depth > 0 ? 8 : 6)) {
      case 0 -> oneOf("null", "true", "false");
      case 1, 2 -> oneOf(NUMBERS);
      case 3, 4, 5 -> JsonText.quote(chance(0.5) ? anyText(12) : word(8));
      case 6 -> "[" + String.join(",", list(4, () -> json(depth - 1))) + "]";
      default -> "{" + String.join(",", list(4, () -> field(text(6), depth))) + "}";
    };
  }

  public String field(String name, int depth) {
    return JsonText.quote(name) + ":" + json(depth - 1);
  }
}

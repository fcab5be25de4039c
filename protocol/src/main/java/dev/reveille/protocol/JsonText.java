package dev.reveille.protocol;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Writes one JSON object as UTF-8, with the escapes of JavaScript's {@code JSON.stringify}.
 *
 * <p>Fields appear in the order of the calls. Lone surrogates are written as escapes, so the output
 * is always valid UTF-8. Not thread-safe; one instance per object.
 */
public final class JsonText {
  private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

  private byte[] out;
  private int size;
  private boolean comma;

  public JsonText() {
    this(256);
  }

  public JsonText(int expectedBytes) {
    out = new byte[Math.max(32, expectedBytes)];
    put('{');
  }

  public JsonText field(String name, @Nullable String value) {
    key(name);
    if (value == null) ascii("null");
    else string(value);
    return this;
  }

  public JsonText field(String name, long value) {
    key(name);
    ascii(Long.toString(value));
    return this;
  }

  public JsonText field(String name, boolean value) {
    key(name);
    ascii(value ? "true" : "false");
    return this;
  }

  public JsonText field(String name, List<String> values) {
    key(name);
    put('[');
    for (int i = 0; i < values.size(); i++) {
      if (i > 0) put(',');
      string(values.get(i));
    }
    put(']');
    return this;
  }

  /** Adds a field whose value is already JSON. */
  public JsonText raw(String name, String json) {
    key(name);
    utf8(json);
    return this;
  }

  /** Adds a list of objects that are already JSON. */
  public JsonText rawList(String name, List<byte[]> objects) {
    key(name);
    put('[');
    for (int i = 0; i < objects.size(); i++) {
      if (i > 0) put(',');
      bytes(objects.get(i));
    }
    put(']');
    return this;
  }

  /** Adds fields that are already JSON, {@code "a":1,"b":2}, without braces. */
  public JsonText rawFields(String fields) {
    if (fields.isEmpty()) return this;
    if (comma) put(',');
    comma = true;
    utf8(fields);
    return this;
  }

  /** Ends the object and returns it in UTF-8. */
  public byte[] bytes() {
    put('}');
    return size == out.length ? out : Arrays.copyOf(out, size);
  }

  /** Ends the object and returns it as text. */
  public String text() {
    return new String(bytes(), StandardCharsets.UTF_8);
  }

  /** Returns the fields so far, without braces, for {@link #rawFields}. */
  public String fields() {
    return new String(out, 1, size - 1, StandardCharsets.UTF_8);
  }

  /** Returns a complete object with one more field at its end. */
  public static byte[] with(byte[] object, String name, String json) {
    var tail = (",\"" + name + "\":" + json + "}").getBytes(StandardCharsets.UTF_8);
    var result = Arrays.copyOf(object, object.length - 1 + tail.length);
    System.arraycopy(tail, 0, result, object.length - 1, tail.length);
    return result;
  }

  /** Returns a string as a JSON string literal. */
  public static String quote(String value) {
    var text = new JsonText(value.length() + 16);
    text.size = 0;
    text.string(value);
    return new String(text.out, 0, text.size, StandardCharsets.UTF_8);
  }

  /**
   * Returns a tree as compact JSON text: exactly what {@code JSON.stringify(JSON.parse(text))}
   * gives for the text from which the tree was read.
   */
  public static String of(JsonNode node) {
    var text = new JsonText(64);
    text.size = 0;
    text.tree(node);
    return new String(text.out, 0, text.size, StandardCharsets.UTF_8);
  }

  private void tree(JsonNode node) {
    if (node.isString()) {
      string(node.stringValue());
    } else if (node.isArray()) {
      put('[');
      boolean first = true;
      for (var item : node) {
        if (!first) put(',');
        first = false;
        tree(item);
      }
      put(']');
    } else if (node.isObject()) {
      put('{');
      boolean first = true;
      for (var entry : JavaScriptKeyOrder.inOrder(node)) {
        if (!first) put(',');
        first = false;
        string(entry.getKey());
        put(':');
        tree(entry.getValue());
      }
      put('}');
    } else if (node.isNumber()) {
      ascii(JsNumber.text(Json.number(node)));
    } else {
      ascii(node.asString().isEmpty() ? "null" : node.asString());
    }
  }

  private void key(String name) {
    if (comma) put(',');
    comma = true;
    string(name);
    put(':');
  }

  private void string(String s) {
    put('"');
    int length = s.length();
    ensure(length + 8);
    for (int i = plain(s); i < length; i++) {
      char c = s.charAt(i);
      if (isPlain(c)) put(c);
      else if (c < 0x80) escape(c);
      else if (c < 0x800) {
        put(0xC0 | (c >> 6));
        put(0x80 | (c & 0x3F));
      } else if (!Character.isSurrogate(c)) {
        put(0xE0 | (c >> 12));
        put(0x80 | ((c >> 6) & 0x3F));
        put(0x80 | (c & 0x3F));
      } else if (Character.isHighSurrogate(c)
          && i + 1 < length
          && Character.isLowSurrogate(s.charAt(i + 1))) {
        int point = Character.toCodePoint(c, s.charAt(++i));
        put(0xF0 | (point >> 18));
        put(0x80 | ((point >> 12) & 0x3F));
        put(0x80 | ((point >> 6) & 0x3F));
        put(0x80 | (point & 0x3F));
      } else {
        unicodeEscape(c);
      }
    }
    put('"');
  }

  private static boolean isPlain(char c) {
    return c >= 0x20 && c < 0x80 && c != '"' && c != '\\';
  }

  /**
   * Writes the plain characters at the beginning of a text, which has room. Returns their number.
   */
  private int plain(String s) {
    int length = s.length();
    var to = out;
    int at = size;
    int i = 0;
    for (; i < length; i++) {
      char c = s.charAt(i);
      if (!isPlain(c)) break;
      to[at++] = (byte) c;
    }
    size = at;
    return i;
  }

  private void escape(char c) {
    switch (c) {
      case '"' -> ascii("\\\"");
      case '\\' -> ascii("\\\\");
      case '\b' -> ascii("\\b");
      case '\f' -> ascii("\\f");
      case '\n' -> ascii("\\n");
      case '\r' -> ascii("\\r");
      case '\t' -> ascii("\\t");
      default -> {
        if (c == 0x7F) put(c);
        else unicodeEscape(c);
      }
    }
  }

  private void unicodeEscape(char c) {
    ascii("\\u");
    for (int shift = 12; shift >= 0; shift -= 4) put(HEX[(c >> shift) & 0xF]);
  }

  private void ascii(String s) {
    int length = s.length();
    ensure(length);
    for (int i = 0; i < length; i++) out[size++] = (byte) s.charAt(i);
  }

  private void utf8(String s) {
    bytes(s.getBytes(StandardCharsets.UTF_8));
  }

  private void bytes(byte[] b) {
    ensure(b.length);
    System.arraycopy(b, 0, out, size, b.length);
    size += b.length;
  }

  private void put(int b) {
    ensure(1);
    out[size++] = (byte) b;
  }

  private void ensure(int more) {
    if (out.length - size < more) out = Arrays.copyOf(out, Math.max(out.length * 2, size + more));
  }
}

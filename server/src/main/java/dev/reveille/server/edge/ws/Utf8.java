package dev.reveille.server.edge.ws;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Decodes text from bytes that a client sent. */
final class Utf8 {
  private static final char REPLACEMENT = '\uFFFD';

  private Utf8() {}

  /** Returns the text, with replacement characters for bytes that are not UTF-8. */
  static String lenient(byte[] bytes, int length) {
    return new String(bytes, 0, length, StandardCharsets.UTF_8);
  }

  /** Returns the text; empty if some bytes are not UTF-8. */
  static Optional<String> strict(byte[] bytes, int length) {
    var text = lenient(bytes, length);
    // Decoding leniently and searching for the replacement character is several times faster than a
    // strict decoder.
    if (text.indexOf(REPLACEMENT) < 0) return Optional.of(text);
    try {
      var decoded = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, 0, length));
      return Optional.of(decoded.toString());
    } catch (CharacterCodingException e) {
      return Optional.empty();
    }
  }
}

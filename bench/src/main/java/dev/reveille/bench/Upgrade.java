package dev.reveille.bench;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;

/** The HTTP part of a WebSocket client's connection. */
final class Upgrade {
  private static final String GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
  static final int MAX_RESPONSE = 8192;

  private Upgrade() {}

  static byte[] request(String authority, String key) {
    return ("GET / HTTP/1.1\r\nHost: "
            + authority
            + "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13"
            + "\r\nSec-WebSocket-Key: "
            + key
            + "\r\n\r\n")
        .getBytes(StandardCharsets.US_ASCII);
  }

  /** Returns what is wrong with the response head; empty if nothing is. */
  static Optional<String> refusal(String head, String key) {
    var status = head.lines().findFirst().orElse("");
    if (!status.startsWith("HTTP/1.1 101")) return Optional.of("not upgraded: " + status);
    var accepted =
        head.lines()
            .filter(line -> line.toLowerCase(Locale.ROOT).startsWith("sec-websocket-accept:"))
            .anyMatch(line -> line.substring(line.indexOf(':') + 1).strip().equals(answer(key)));
    return accepted ? Optional.empty() : Optional.of("wrong Sec-WebSocket-Accept");
  }

  private static String answer(String key) {
    try {
      var sha1 = MessageDigest.getInstance("SHA-1");
      var digest = sha1.digest((key + GUID).getBytes(StandardCharsets.US_ASCII));
      return Base64.getEncoder().encodeToString(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}

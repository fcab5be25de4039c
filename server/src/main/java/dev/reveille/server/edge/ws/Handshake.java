package dev.reveille.server.edge.ws;

import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The opening handshake of RFC 6455. It accepts no extension. */
final class Handshake {
  private static final String MAGIC = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
  private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
  private static final Pattern KEY = Pattern.compile("[A-Za-z0-9+/]{22}==");

  private Handshake() {}

  /** True if the request asks for a WebSocket. HTTP/2 has no upgrades. */
  static boolean isAskedFor(HttpServerRequest request) {
    return request.version() != HttpVersion.HTTP_2
        && listed(request.getHeader("Upgrade"), "websocket");
  }

  /** True if {@link #answer} can answer the request. */
  static boolean isValid(HttpServerRequest request) {
    var key = request.getHeader("Sec-WebSocket-Key");
    return request.method().equals(HttpMethod.GET)
        && request.version() == HttpVersion.HTTP_1_1
        && listed(request.getHeader("Connection"), "upgrade")
        && key != null
        && KEY.matcher(key.trim()).matches();
  }

  static boolean isOurVersion(HttpServerRequest request) {
    var version = request.getHeader("Sec-WebSocket-Version");
    return version != null && version.trim().equals("13");
  }

  /** Returns the bytes of the response. It chooses the first protocol that the client offers. */
  static byte[] answer(HttpServerRequest request) {
    var response =
        new StringBuilder(200)
            .append("HTTP/1.1 101 Switching Protocols\r\n")
            .append("Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ")
            .append(accept(request.getHeader("Sec-WebSocket-Key").trim()))
            .append("\r\n");
    var offered = request.getHeader("Sec-WebSocket-Protocol");
    if (offered != null) {
      var first = offered.split(",", 2)[0].trim();
      // Any other text could end the header and begin another.
      if (TOKEN.matcher(first).matches()) {
        response.append("Sec-WebSocket-Protocol: ").append(first).append("\r\n");
      }
    }
    return response.append("\r\n").toString().getBytes(StandardCharsets.US_ASCII);
  }

  private static String accept(String key) {
    try {
      var digest = MessageDigest.getInstance("SHA-1");
      var hash = digest.digest((key + MAGIC).getBytes(StandardCharsets.US_ASCII));
      return Base64.getEncoder().encodeToString(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java has SHA-1", e);
    }
  }

  private static boolean listed(@Nullable String header, String token) {
    if (header == null) return false;
    for (var each : header.toLowerCase(Locale.ROOT).split(",", -1)) {
      if (each.trim().equals(token)) return true;
    }
    return false;
  }
}

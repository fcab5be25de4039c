package dev.reveille.server.outgoing;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Signs a request, so that its receiver knows who sent it, that nobody changed it, and when it was
 * made.
 *
 * <p>The signature is the HMAC-SHA256 of {@code version.event.route.timestamp.body}, where body is
 * the exact bytes that are sent and the others are the values of their headers. None of those
 * values contains a dot, so each signed text can be read in one way only.
 *
 * @param event the id of the event; the same for each attempt, so that a receiver knows a repeat
 * @param route the id of the route that the event took
 */
public record BodySigning(SigningSecret secret, String event, String route) {
  public static final String EVENT = "Reveille-Event";
  public static final String ROUTE = "Reveille-Route";
  public static final String VERSION = "Reveille-Version";
  public static final String TIMESTAMP = "Reveille-Timestamp";
  public static final String SIGNATURE = "Reveille-Signature";

  private static final String CURRENT = "1";
  private static final Pattern ID = Pattern.compile("[A-Za-z0-9_-]{1,100}");

  public BodySigning {
    if (!ID.matcher(event).matches() || !ID.matcher(route).matches()) {
      throw new IllegalArgumentException("ids have 1 to 100 letters, digits, _ or -");
    }
  }

  /** Returns the headers to send with the body. */
  Map<String, String> headers(OutgoingBody body, long wallMillis) {
    var seconds = Long.toString(Math.floorDiv(wallMillis, 1000L));
    var before = String.join(".", CURRENT, event, route, seconds) + ".";
    var signature = secret.sign(before.getBytes(StandardCharsets.UTF_8), body.bytes());
    var headers = new LinkedHashMap<String, String>();
    headers.put(EVENT, event);
    headers.put(ROUTE, route);
    headers.put(VERSION, CURRENT);
    headers.put(TIMESTAMP, seconds);
    headers.put(SIGNATURE, "sha256=" + HexFormat.of().formatHex(signature));
    return headers;
  }
}

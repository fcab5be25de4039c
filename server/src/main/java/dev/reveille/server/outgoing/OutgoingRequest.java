package dev.reveille.server.outgoing;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request to another server. The address, the headers and the body may hold secrets, so {@code
 * toString} shows none of them.
 *
 * @param signing signs the body; null = not signed
 */
public record OutgoingRequest(
    String method,
    String url,
    Map<String, String> headers,
    OutgoingBody body,
    OutgoingLimits limits,
    @Nullable BodySigning signing) {
  public OutgoingRequest {
    headers = Map.copyOf(headers);
  }

  public static OutgoingRequest get(String url) {
    return new OutgoingRequest(
        "GET", url, Map.of(), OutgoingBody.EMPTY, OutgoingLimits.USUAL, null);
  }

  public static OutgoingRequest post(String url, String contentType, OutgoingBody body) {
    return new OutgoingRequest(
        "POST", url, Map.of("Content-Type", contentType), body, OutgoingLimits.USUAL, null);
  }

  public OutgoingRequest header(String name, String value) {
    var more = new HashMap<>(headers);
    more.put(name, value);
    return new OutgoingRequest(method, url, more, body, limits, signing);
  }

  public OutgoingRequest within(OutgoingLimits other) {
    return new OutgoingRequest(method, url, headers, body, other, signing);
  }

  public OutgoingRequest signed(BodySigning by) {
    return new OutgoingRequest(method, url, headers, body, limits, by);
  }

  @Override
  public String toString() {
    return method + " with " + body;
  }
}

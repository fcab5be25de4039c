package dev.reveille.server.outgoing;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Checks what a request says about itself, and makes its headers. */
final class RequestCheck {
  private static final Set<String> METHODS =
      Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE");
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}");

  /** Printable ASCII and tabs; not at the ends. */
  private static final Pattern VALUE =
      Pattern.compile("[\\x21-\\x7e]([\\x20-\\x7e\\t]*[\\x21-\\x7e])?");

  private static final int MOST_HEADER_CHARACTERS = 8_000;

  /** Headers that say where a message ends or who handles it. The client sets them itself. */
  private static final Set<String> OWN =
      Set.of(
          "host",
          "content-length",
          "transfer-encoding",
          "connection",
          "keep-alive",
          "upgrade",
          "expect",
          "te",
          "trailer",
          "proxy-authorization",
          "proxy-connection");

  private RequestCheck() {}

  /**
   * Returns the headers to send.
   *
   * @throws RefusedRequest if the request must not be sent
   */
  static Map<String, String> headers(OutgoingRequest request, long wallMillis) {
    if (!METHODS.contains(request.method())) {
      throw new RefusedRequest("The method is not one of " + METHODS.stream().sorted().toList());
    }
    if (request.body().size() > request.limits().requestBytes()) {
      throw new RefusedRequest(
          "The body has %d bytes, more than the %d that are allowed"
              .formatted(request.body().size(), request.limits().requestBytes()));
    }
    var headers = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
    headers.put("User-Agent", "reveille");
    headers.putAll(request.headers());
    var signing = request.signing();
    var signed = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
    if (signing != null) signed.putAll(signing.headers(request.body(), wallMillis));
    int size = 0;
    for (var header : headers.entrySet()) {
      var name = header.getKey();
      if (!NAME.matcher(name).matches()
          || OWN.contains(name.toLowerCase(Locale.ROOT))
          || signed.containsKey(name)) {
        throw new RefusedRequest("A request must not set the header " + shown(name));
      }
      if (!VALUE.matcher(header.getValue()).matches()) {
        throw new RefusedRequest("The header " + name + " has a value that cannot be sent");
      }
      size += name.length() + header.getValue().length();
    }
    if (size > MOST_HEADER_CHARACTERS) {
      throw new RefusedRequest(
          "The headers have more than " + MOST_HEADER_CHARACTERS + " characters");
    }
    headers.putAll(signed);
    return new HashMap<>(headers);
  }

  private static String shown(String name) {
    return NAME.matcher(name).matches() ? name : "with this name";
  }
}

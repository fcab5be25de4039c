package dev.reveille.server.edge.ws;

import dev.reveille.protocol.TokenText;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;

/** Finds tokens in the targets of requests. Logs and histories keep targets, so none may be one. */
final class TokensInUrls {
  static final String REFUSAL =
      "A token must not be in a URL: others can read it there. Send it as the header"
          + " Authorization: Bearer, and replace this token.";

  private TokensInUrls() {}

  /** True if the target contains something with the form of a token, also if it is encoded. */
  static boolean isIn(String target) {
    if (TokenText.isIn(target)) return true;
    if (target.indexOf('%') < 0) return false;
    try {
      return TokenText.isIn(URLDecoder.decode(target, StandardCharsets.UTF_8));
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}

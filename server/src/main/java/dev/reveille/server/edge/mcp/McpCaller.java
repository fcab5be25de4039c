package dev.reveille.server.edge.mcp;

import dev.reveille.server.edge.http.Visit;
import dev.reveille.server.identity.TokenGrant;

/**
 * The client that makes a call.
 *
 * @param bearer the token as it was shown; only IDENTIFY gets it
 */
record McpCaller(TokenGrant grant, String bearer, Visit visit) {
  /** The name under which the SDK carries the caller to the tools. */
  static final String KEY = "reveille.caller";

  /** Returns a text without the token, so that it may be printed anywhere. */
  @Override
  public String toString() {
    return "McpCaller[" + grant.tokenId() + "]";
  }
}

package dev.reveille.server.identity;

import dev.reveille.server.observe.EventKind;
import dev.reveille.server.observe.Facet;

/** The events of tokens. Only administrators see them. */
final class TokenFacet {
  private static final String TOKENS = "tokens";

  private TokenFacet() {}

  static Facet facet() {
    return Facet.of(
        TOKENS,
        kind("token.created", "token {token} created[: {name}]"),
        kind("token.used", "token {token} used for the first time[ from {address}]"),
        kind("token.revoked", "token {token} revoked[: {name}]"),
        kind("token.refused", "wrong token[ from {address}]"),
        kind("identity.revoked", "kept identity {name} revoked"));
  }

  private static EventKind kind(String name, String words) {
    return EventKind.of(name, words).hidden().in(EventKind.ADMINISTRATION);
  }
}

package dev.reveille.server.identity;

import dev.reveille.server.observe.EventKind;
import dev.reveille.server.observe.Facet;

/** The events of agents' keys. */
public final class KeyFacet {
  private static final String KEYS = "keys";

  private KeyFacet() {}

  public static Facet facet() {
    return Facet.of(
        KEYS,
        EventKind.of("key.rotated", "key rotated[: {reason}]").showing("reason").in(KEYS),
        EventKind.of("key.revoked", "key revoked[: {reason}]").showing("reason").in(KEYS),
        // The detail may contain the reason of a revocation, so only administrators see it.
        EventKind.of("key.refused", "key refused[: {reason}]").in(KEYS));
  }
}

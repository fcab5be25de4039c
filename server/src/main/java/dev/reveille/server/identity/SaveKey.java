package dev.reveille.server.identity;

import dev.reveille.server.kernel.Write;

/**
 * Adds a key, or notes that it was replaced or revoked; neither is ever taken back. A key that is
 * another agent's, be it the first one of an agent that never changed it, refuses the unit.
 */
public record SaveKey(StoredKey key) implements Write {}

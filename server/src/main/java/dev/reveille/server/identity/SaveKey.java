package dev.reveille.server.identity;

import dev.reveille.server.kernel.Write;

/**
 * Adds a key, or records that it was replaced or revoked. Neither is ever taken back. If the key
 * belongs to another agent, the unit is refused; this includes the only key of an agent that never
 * changed it.
 */
public record SaveKey(StoredKey key) implements Write {}

package dev.reveille.server.store;

import dev.reveille.server.kernel.Write;

/**
 * Adds a message. Its seq must be the next of its stream (1 in a new one) and its msgId must be
 * new. Otherwise the unit is refused, so a gap never becomes durable.
 */
public record AppendEntry(StoredEntry message) implements Write {}

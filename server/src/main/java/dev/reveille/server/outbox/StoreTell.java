package dev.reveille.server.outbox;

import dev.reveille.server.kernel.Write;

/**
 * Stores a durable tell, unless these cells have a tell with this key that waits or was handled.
 *
 * @param once true if the key is certainly new
 * @param at the wall time in milliseconds, for people
 */
public record StoreTell(
    CellPair cells, String key, boolean once, String command, String json, long at)
    implements Write {}

package dev.reveille.server.outbox;

import dev.reveille.server.kernel.Write;

/**
 * Removes a durable tell and remembers its key. It is part of the unit that the tell caused. The
 * unit is refused if the tell is not stored, so a tell cannot have two effects.
 *
 * @param at the wall time in milliseconds, from which the key gets old
 */
public record TellHandled(long id, CellPair cells, String key, long at) implements Write {}

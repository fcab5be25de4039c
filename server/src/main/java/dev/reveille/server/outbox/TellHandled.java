package dev.reveille.server.outbox;

import dev.reveille.server.kernel.Write;

/**
 * Removes a durable tell and remembers its key, if it may come again. It is part of the unit that
 * the tell caused. The unit is refused if the tell is not stored, so a tell cannot have two
 * effects.
 *
 * @param once true if the key does not come again
 * @param at the wall time in milliseconds, from which the key gets old
 */
public record TellHandled(CellPair cells, String key, boolean once, long at) implements Write {}

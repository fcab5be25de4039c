package dev.reveille.server.seat;

import dev.reveille.server.kernel.Write;

/** Adds a row to the log of a seat. Its seq must be new. */
public record AppendSeatLog(StoredSeatLog row) implements Write {}

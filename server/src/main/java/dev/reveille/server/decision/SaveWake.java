package dev.reveille.server.decision;

import dev.reveille.server.kernel.Write;

/** Stores the memory of a seat's wakes. */
public record SaveWake(StoredWake wake) implements Write {}

package dev.reveille.server.worksource;

import dev.reveille.server.kernel.Write;

/** Stores the last answer of a work source. */
public record SaveSource(StoredSource source) implements Write {}

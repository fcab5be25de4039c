package dev.reveille.server.wake;

import dev.reveille.server.kernel.Write;

/** Stores the last answer of a work source. */
public record SaveSource(StoredSource source) implements Write {}

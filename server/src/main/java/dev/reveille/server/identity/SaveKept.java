package dev.reveille.server.identity;

import dev.reveille.server.kernel.Write;

/** Adds an identity whose key the server keeps. */
public record SaveKept(StoredKept kept) implements Write {}

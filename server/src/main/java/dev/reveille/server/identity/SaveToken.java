package dev.reveille.server.identity;

import dev.reveille.server.kernel.Write;

/** Adds a token. */
public record SaveToken(StoredToken token) implements Write {}

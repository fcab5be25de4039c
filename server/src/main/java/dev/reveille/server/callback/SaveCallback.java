package dev.reveille.server.callback;

import dev.reveille.server.kernel.Write;

/** Adds a callback that outlives its agent's connection. Its id must be new. */
public record SaveCallback(StoredCallback callback) implements Write {}

package dev.reveille.server.callback;

import dev.reveille.server.kernel.Write;

/** Adds a durable callback. Its id must be new. */
public record SaveCallback(StoredCallback callback) implements Write {}

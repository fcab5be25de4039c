package dev.reveille.server.identity;

import dev.reveille.server.kernel.Write;

/** Removes a token that ended long ago. */
public record RemoveToken(String id) implements Write {}

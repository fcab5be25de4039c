package dev.reveille.server.identity;

import dev.reveille.server.kernel.Write;

/** Records about when a token was last used. */
public record TouchToken(String id, long at) implements Write {}

package dev.reveille.server.identity;

import dev.reveille.server.kernel.Write;

/** Records that a token was revoked. This is never taken back. */
public record EndToken(String id, long at) implements Write {}

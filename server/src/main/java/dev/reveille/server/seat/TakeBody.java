package dev.reveille.server.seat;

import dev.reveille.server.kernel.Write;

/**
 * Gives the body of an identity to a holder. The store must have it with the epoch before. This is
 * the fence: of two that take it, one is refused.
 */
public record TakeBody(StoredBody body) implements Write {}

package dev.reveille.server.wake;

import dev.reveille.server.kernel.Write;

/** Removes a route. Its number is not used again. */
public record DeleteRoute(String identity, long n) implements Write {}

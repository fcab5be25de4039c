package dev.reveille.server.route;

import dev.reveille.server.kernel.Write;

/** Removes a route. Its number is not used again. */
public record DeleteRoute(String identity, long n) implements Write {}

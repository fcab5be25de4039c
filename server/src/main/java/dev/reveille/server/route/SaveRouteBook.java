package dev.reveille.server.route;

import dev.reveille.server.kernel.Write;

/** Notes that an identity has had its first routes, and the number of its next one. */
public record SaveRouteBook(String identity, long next) implements Write {}

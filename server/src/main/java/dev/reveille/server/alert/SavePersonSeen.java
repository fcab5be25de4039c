package dev.reveille.server.alert;

import dev.reveille.server.kernel.Write;

/** Stores when an administrator was last present. */
public record SavePersonSeen(long at) implements Write {}

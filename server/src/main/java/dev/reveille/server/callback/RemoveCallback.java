package dev.reveille.server.callback;

import dev.reveille.server.kernel.Write;

/** Removes a callback that has fired or must not fire. */
public record RemoveCallback(String id) implements Write {}

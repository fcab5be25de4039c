package dev.reveille.server.callback;

import dev.reveille.server.kernel.Write;

/** It has fired, or is not to. */
public record RemoveCallback(String id) implements Write {}

package dev.reveille.server.channel;

import dev.reveille.server.kernel.Write;

/** Adds a channel. Its name must be new. */
public record AddChannel(StoredChannel channel) implements Write {}

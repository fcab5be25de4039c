package dev.reveille.server.channel;

import dev.reveille.server.kernel.Write;

/** The least time between two messages of one agent in a channel, as an operator set it. */
public record SetSlowMode(String channel, long seconds) implements Write {}

package dev.reveille.server.channel;

import dev.reveille.server.kernel.Write;

/** Sets the least time between two messages of one agent in a channel, as an operator ordered. */
public record SetSlowMode(String channel, long seconds) implements Write {}

package dev.reveille.server.channel;

import dev.reveille.server.kernel.Write;

/** Removes an agent's mark in a channel that it left. */
public record RemoveMark(String agent, String channel) implements Write {}

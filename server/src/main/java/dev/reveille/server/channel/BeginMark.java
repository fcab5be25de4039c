package dev.reveille.server.channel;

import dev.reveille.server.kernel.Write;

/**
 * Sets an agent's mark in a channel to the channel's last entry. Changes nothing if the agent has a
 * mark there.
 */
public record BeginMark(String agent, String channel) implements Write {}

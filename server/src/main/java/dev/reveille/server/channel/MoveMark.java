package dev.reveille.server.channel;

import dev.reveille.server.kernel.Write;

/**
 * Moves an agent's mark in a channel to this seq. The mark never goes back and never goes beyond
 * the channel's last entry.
 */
public record MoveMark(String agent, String channel, long seq) implements Write {}

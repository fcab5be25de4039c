package dev.reveille.server.channel;

import dev.reveille.server.kernel.Write;

/**
 * Moves an agent's mark in a channel to this seq. The mark never goes back and never goes beyond
 * the channel's last entry.
 *
 * @param withReferences true if references into the channel up to there are confirmed too
 */
public record MoveMark(String agent, String channel, long seq, boolean withReferences)
    implements Write {}

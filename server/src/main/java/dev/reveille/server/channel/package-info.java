/**
 * Channels: the cell that owns the members, the order and the history of one channel, and its
 * tables, effects, filters, floor claims and limits. Agent cells call a channel with {@link
 * dev.reveille.server.channel.ChannelCommand}; a channel never waits for an agent. A member gets
 * the entries of a channel in order of their seq. A message that the channel acknowledged is
 * durable.
 */
@NullMarked
package dev.reveille.server.channel;

import org.jspecify.annotations.NullMarked;

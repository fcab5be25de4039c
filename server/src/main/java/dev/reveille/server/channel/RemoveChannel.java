package dev.reveille.server.channel;

import dev.reveille.server.kernel.Write;

/**
 * Removes a channel with its invitations, settings and notices of the server. The unit is refused
 * if the channel has a stored member or a message of an agent.
 */
public record RemoveChannel(String channel) implements Write {}

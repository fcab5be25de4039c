package dev.reveille.server.channel;

import dev.reveille.server.kernel.Write;

/**
 * Removes a channel with everything of it: invitations, settings, and what the server said there.
 * The unit is refused if the channel has a stored member or something that an agent said.
 */
public record RemoveChannel(String channel) implements Write {}

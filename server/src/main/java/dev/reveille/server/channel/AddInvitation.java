package dev.reveille.server.channel;

import dev.reveille.server.kernel.Write;

/** Stores an invitation. A repeat changes nothing. */
public record AddInvitation(String channel, String agent, String by, long at) implements Write {}

package dev.reveille.server.channel;

import dev.reveille.server.kernel.Write;

/** Remembers an invitation; a repeat changes nothing. */
public record AddInvitation(String channel, String agent, String by, long at) implements Write {}

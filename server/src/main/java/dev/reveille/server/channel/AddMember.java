package dev.reveille.server.channel;

import dev.reveille.server.kernel.Write;

/** Remembers a membership; a repeat changes nothing. */
public record AddMember(String channel, String agent, long at) implements Write {}

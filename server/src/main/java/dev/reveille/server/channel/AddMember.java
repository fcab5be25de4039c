package dev.reveille.server.channel;

import dev.reveille.server.kernel.Write;

/** Stores a membership. A repeat changes nothing. */
public record AddMember(String channel, String agent, long at) implements Write {}

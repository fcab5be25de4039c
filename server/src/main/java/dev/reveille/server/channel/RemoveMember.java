package dev.reveille.server.channel;

import dev.reveille.server.kernel.Write;

public record RemoveMember(String channel, String agent) implements Write {}

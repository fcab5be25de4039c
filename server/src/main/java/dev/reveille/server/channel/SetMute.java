package dev.reveille.server.channel;

import dev.reveille.server.kernel.Write;

/** Sets or removes an agent's mute of another agent. */
public record SetMute(String agent, String muted, boolean on, long at) implements Write {}

package dev.reveille.server.channel;

import dev.reveille.server.kernel.Write;

/** Whether an agent does not hear another. */
public record SetMute(String agent, String muted, boolean on, long at) implements Write {}

package dev.reveille.server.moderation;

import dev.reveille.server.kernel.Write;

/** The server takes no message of the agent until then (wall time); 0 = it may speak. */
public record SetServerMute(String agent, long until, String reason) implements Write {}

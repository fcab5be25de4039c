package dev.reveille.server.moderation;

import dev.reveille.server.kernel.Write;

/** Sets until when (wall time) the server refuses messages of the agent; 0 = it may speak. */
public record SetServerMute(String agent, long until, String reason) implements Write {}

package dev.reveille.server.moderation;

import dev.reveille.server.kernel.Command;

/** Tells an agent's cell that an operator's mute is durable; until 0 = the agent may speak. */
public record ServerMuted(StoredMute mute) implements Command {}

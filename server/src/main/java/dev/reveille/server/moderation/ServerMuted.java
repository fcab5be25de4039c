package dev.reveille.server.moderation;

import dev.reveille.server.kernel.Command;

/** Tells an agent's cell that a mute by an operator is durable; until 0 = the agent may speak. */
public record ServerMuted(StoredMute gag) implements Command {}

package dev.reveille.server.identity;

import dev.reveille.server.kernel.Command;

/**
 * Tells an agent's cell that the agent's row is durable. The cell need not store the row again with
 * later writes.
 */
public record AgentStored() implements Command {}

package dev.reveille.server.identity;

import dev.reveille.server.kernel.Command;

/**
 * Tells an agent's cell that the agent's row is durable: it need not be stored again with what the
 * agent does.
 */
public record AgentStored() implements Command {}

package dev.reveille.server.identity;

import dev.reveille.server.kernel.Command;

/** Tells an agent's cell that a new token speaks for the agent. The token is durable. */
public record TokenAdded(String tokenId) implements Command {}

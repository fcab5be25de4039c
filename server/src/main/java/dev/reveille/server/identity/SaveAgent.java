package dev.reveille.server.identity;

import dev.reveille.server.kernel.Write;

/**
 * Adds an agent, or updates its name and last-seen time. The key and the first-seen time do not
 * change. The key is the agent's first. If the id belongs to a key of another agent, nothing is
 * added.
 */
public record SaveAgent(StoredAgent agent) implements Write {}

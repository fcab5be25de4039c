package dev.reveille.server.identity;

import dev.reveille.server.kernel.Write;

/**
 * Adds an agent, or updates its name and last-seen time; key and first-seen stay. The key is the
 * agent's first. An id that is that of another agent's key is not added.
 */
public record SaveAgent(StoredAgent agent) implements Write {}

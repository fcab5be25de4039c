package dev.reveille.server.wake;

import dev.reveille.server.kernel.Write;

/** Stores the memory of the team's wakes. */
public record SaveTeam(StoredTeam team) implements Write {}

package dev.reveille.server.decision;

import dev.reveille.server.kernel.Write;

/** Stores a decision, in place of the row with the same number. */
public record SaveDecision(StoredDecision decision) implements Write {}

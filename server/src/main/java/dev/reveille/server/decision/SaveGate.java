package dev.reveille.server.decision;

import dev.reveille.server.kernel.Write;

/** Stores the gate. */
public record SaveGate(StoredGate gate) implements Write {}

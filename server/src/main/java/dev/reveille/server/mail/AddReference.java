package dev.reveille.server.mail;

import dev.reveille.server.kernel.Write;

/** Stores a reference in an agent's inbox. */
public record AddReference(String agent, StoredReference reference) implements Write {}

package dev.reveille.server.delivery;

import dev.reveille.server.kernel.DirectoryEffect;

/** Says that an agent took, or confirmed, its mail up to a seq. Wakes take it as a proof. */
public record RetrievedEffect(String agent, long upTo) implements DirectoryEffect {}

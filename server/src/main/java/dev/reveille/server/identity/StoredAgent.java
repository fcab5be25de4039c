package dev.reveille.server.identity;

import org.jspecify.annotations.Nullable;

/** An agent as it is kept. {@code id} has its {@code @}. */
public record StoredAgent(
    String id, String name, @Nullable String pubkey, long firstSeen, long lastSeen) {}

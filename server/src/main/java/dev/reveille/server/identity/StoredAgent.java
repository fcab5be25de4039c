package dev.reveille.server.identity;

import org.jspecify.annotations.Nullable;

/** A stored agent. {@code id} starts with {@code @}. */
public record StoredAgent(
    String id, String name, @Nullable String pubkey, long firstSeen, long lastSeen) {}

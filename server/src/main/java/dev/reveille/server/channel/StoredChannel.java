package dev.reveille.server.channel;

import org.jspecify.annotations.Nullable;

/** A channel as the store has it. */
public record StoredChannel(
    String name,
    boolean inviteOnly,
    boolean verifiedOnly,
    @Nullable String createdBy,
    long createdAt) {}

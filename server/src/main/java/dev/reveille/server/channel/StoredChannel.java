package dev.reveille.server.channel;

import org.jspecify.annotations.Nullable;

/** A channel as it is kept. */
public record StoredChannel(
    String name,
    boolean inviteOnly,
    boolean verifiedOnly,
    @Nullable String createdBy,
    long createdAt) {}

package dev.reveille.server.store;

import org.jspecify.annotations.Nullable;

/**
 * An entry of the event feed.
 *
 * @param id its place in the commit order of everything
 * @param kind {@code message} for a message, whose stream and seq are then in {@code channel} and
 *     {@code detail}
 */
public record StoredEvent(
    long id,
    long at,
    String kind,
    @Nullable String agent,
    @Nullable String channel,
    @Nullable String detail) {}

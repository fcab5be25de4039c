package dev.reveille.server.store;

import org.jspecify.annotations.Nullable;

/**
 * An entry of the event feed.
 *
 * @param id its place in the commit order of everything
 * @param kind {@code message} for a message. Then {@code channel} and {@code detail} contain its
 *     stream and seq
 */
public record StoredEvent(
    long id,
    long at,
    String kind,
    @Nullable String agent,
    @Nullable String channel,
    @Nullable String detail) {}

package dev.reveille.server.seat;

import org.jspecify.annotations.Nullable;

/** The relation of an identity to a thing that it worked on, and when it last did. */
public record WorkedOnLast(String identity, String thing, @Nullable String session, long at) {}

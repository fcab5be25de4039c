package dev.reveille.server.seat;

import dev.reveille.server.kernel.Write;

/** Stores a session, or what has become of it. */
public record SaveSeatSession(SeatSession session) implements Write {}

package dev.reveille.server.seat;

import dev.reveille.server.kernel.Write;

/** Defines a seat, or defines it anew. Its state and the wishes of its agent stay. */
public record SaveSeat(Seat seat, long at) implements Write {}

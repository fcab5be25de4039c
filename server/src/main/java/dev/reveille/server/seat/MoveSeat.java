package dev.reveille.server.seat;

import dev.reveille.server.kernel.Write;

/**
 * Changes the state of a seat. The store must have it with the seq before, or with the same seq if
 * no row of the log comes with it.
 *
 * @param before the seq that the store must have
 */
public record MoveSeat(String identity, SeatProgress progress, long before) implements Write {}

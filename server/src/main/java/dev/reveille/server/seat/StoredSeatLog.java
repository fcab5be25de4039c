package dev.reveille.server.seat;

import dev.reveille.protocol.SeatState;
import org.jspecify.annotations.Nullable;

/**
 * A row of a seat's log: something that happened, and its evidence.
 *
 * @param event the name of a {@link SeatEvent}, or another word if the state stayed
 * @param previous the state before, as people saw it
 * @param actor who did it: an agent's id, {@code admin}, {@code harness} or {@code server}
 */
public record StoredSeatLog(
    String identity,
    long seq,
    long at,
    String event,
    SeatState previous,
    SeatState state,
    @Nullable String session,
    String actor,
    String evidence) {}

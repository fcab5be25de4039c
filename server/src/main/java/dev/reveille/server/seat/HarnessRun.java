package dev.reveille.server.seat;

import org.jspecify.annotations.Nullable;

/**
 * One run of a harness, as an adapter gets it.
 *
 * @param seat the seat as people defined it
 * @param session the session that is meant, which becomes {@code REVEILLE_SESSION}
 * @param origin the session that it continues; null if none
 * @param text the boot prompt of a start, the line of a nudge; else empty
 * @param nonce comes back when a turn has begun; null if nothing waits for it
 */
public record HarnessRun(
    Seat seat, String session, @Nullable String origin, String text, @Nullable String nonce) {}

package dev.reveille.server.seat;

import dev.reveille.server.kernel.Command;

/** Tells an agent's cell who holds the agent's body now. An older epoch is ignored. */
public record SeatLease(StoredBody body) implements Command {}

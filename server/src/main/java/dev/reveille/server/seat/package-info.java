/**
 * Seats: the supervised places of agents that a harness runs, their sessions and their handoffs.
 *
 * <p>Each seat has a cell, {@code SeatCell}. It owns the seat's state, which moves only by the one
 * table {@code SeatTransitions}; each move is stored with its evidence. What is executed comes from
 * the settings or an administrator, never from an agent. A harness is touched only by a job,
 * through its {@code HarnessAdapter}, in the order lease, terminate, verify gone, start, inject.
 *
 * <p>Package {@code wake} decides when something is done to a seat; this package decides if the
 * seat's state allows it, and does it.
 */
@NullMarked
package dev.reveille.server.seat;

import org.jspecify.annotations.NullMarked;

package dev.reveille.server.seat;

import dev.reveille.server.kernel.Write;

/**
 * Stores a handoff and what was worked on.
 *
 * @param keep how many of the identity are kept; older ones are removed
 */
public record AddHandoff(Handoff handoff, int keep) implements Write {}

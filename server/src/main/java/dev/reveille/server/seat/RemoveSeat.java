package dev.reveille.server.seat;

import dev.reveille.server.kernel.Write;

/** Removes a seat and its log. Its sessions, its handoffs and its body's epoch stay. */
public record RemoveSeat(String identity) implements Write {}

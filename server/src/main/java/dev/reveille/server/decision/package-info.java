/**
 * Decides if a seat is woken: one pure function, its inputs, its reasons, and the ledger that keeps
 * each answer with its inputs.
 *
 * <p>Unknown never allows an action. Nothing here acts or asks a sensor.
 */
@NullMarked
package dev.reveille.server.decision;

import org.jspecify.annotations.NullMarked;

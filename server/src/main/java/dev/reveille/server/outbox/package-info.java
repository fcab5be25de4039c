/**
 * Durable tells: commands from one cell to another that survive the process. A tell is stored in
 * the transaction of its unit and removed in the transaction of its effect.
 *
 * <p>Only the wiring calls this package. Features return {@link
 * dev.reveille.server.kernel.Tell#durable} and contribute {@link
 * dev.reveille.server.kernel.DurableCommand}. It promises that a stored tell has exactly one
 * effect, and that tells from one cell to another are handled in the order in which they were
 * stored.
 */
@NullMarked
package dev.reveille.server.outbox;

import org.jspecify.annotations.NullMarked;

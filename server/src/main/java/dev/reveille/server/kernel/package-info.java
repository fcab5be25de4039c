/**
 * Cells and their host, units of work, timers that end with the process and stored ones, time, ids,
 * randomness, the bus and presence. These interfaces make the rest of the server deterministic and
 * testable. {@link dev.reveille.server.kernel.Feature} is what every other package contributes.
 *
 * <p>Every package may use this one. It uses no other package of the server. {@link
 * dev.reveille.server.kernel.Host} promises the order in which commands, units and effects run.
 */
@NullMarked
package dev.reveille.server.kernel;

import org.jspecify.annotations.NullMarked;

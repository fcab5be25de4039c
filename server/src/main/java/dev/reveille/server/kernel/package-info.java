/**
 * The ports that make everything else deterministic and testable: time, ids, randomness, cells and
 * their host, timers, the bus, presence, and the types of a unit of work.
 *
 * <p>Every other package may use this one; it knows none of them. What it promises about order is
 * written on {@link dev.reveille.server.kernel.Host}.
 */
@NullMarked
package dev.reveille.server.kernel;

import org.jspecify.annotations.NullMarked;

/**
 * Wakes seats: looks at every seat at a regular pulse, asks {@code decision} whether a wake is due,
 * and delivers it with proof.
 *
 * <p>Nothing here starts a process by itself: a start goes to the seat's cell. A sensor that fails
 * is unknown and never zero.
 */
@NullMarked
package dev.reveille.server.wake;

import org.jspecify.annotations.NullMarked;

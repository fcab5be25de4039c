/**
 * Wakes seats: looks at every seat at a regular pulse, decides by one pure function whether a wake
 * is due, delivers it with proof, and writes down each answer with its inputs.
 *
 * <p>Nothing here starts a process by itself: a start goes to the seat's cell. A sensor that fails
 * is unknown and never zero; unknown never allows an action. Only {@code app} uses this package.
 */
@NullMarked
package dev.reveille.server.wake;

import org.jspecify.annotations.NullMarked;

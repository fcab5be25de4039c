/** A whole server on one thread, in an order that a seed decides, and what must hold in it. */
@NullMarked
package dev.reveille.server.simulation;

import org.jspecify.annotations.NullMarked;

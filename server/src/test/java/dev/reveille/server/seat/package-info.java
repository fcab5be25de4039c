/** Tests of seats. */
@NullMarked
package dev.reveille.server.seat;

import org.jspecify.annotations.NullMarked;

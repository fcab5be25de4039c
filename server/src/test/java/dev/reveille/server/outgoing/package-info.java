/** Tests of the way out, against real servers on this machine. */
@NullMarked
package dev.reveille.server.outgoing;

import org.jspecify.annotations.NullMarked;

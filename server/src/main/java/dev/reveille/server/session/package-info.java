/**
 * The way in: the door, the handshake and the back-pressure of one session, from its first frame to
 * its end.
 */
@NullMarked
package dev.reveille.server.session;

import org.jspecify.annotations.NullMarked;

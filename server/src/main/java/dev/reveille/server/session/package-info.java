/**
 * Sessions: the inbound side of each connection, from its first frame to its end. It does the
 * handshake, looks up keys and applies back-pressure. The socket layer calls it through {@link
 * dev.reveille.server.session.Door} and {@link dev.reveille.server.session.Inbound}, on the
 * connection's event loop. Nothing here blocks that loop. A session passes its messages to the
 * agent's cell in the order in which they came.
 */
@NullMarked
package dev.reveille.server.session;

import org.jspecify.annotations.NullMarked;

/**
 * The sockets behind {@link dev.reveille.server.delivery.Outlets} and {@link
 * dev.reveille.server.session.Door}. Frames are counted and read here; a session gets valid
 * messages.
 *
 * <p>Vert.x owns the port: accept, TLS, HTTP. At a WebSocket upgrade our handlers take the channel
 * over. Every connection belongs to one {@link dev.reveille.server.edge.ws.Loop}, and only that
 * loop's thread touches it; other threads queue operations there. The wiring starts a {@link
 * dev.reveille.server.edge.ws.WsServer}; only it, its options and its counters are public. Frames
 * leave a connection in the order in which they were queued.
 */
@NullMarked
package dev.reveille.server.edge.ws;

import org.jspecify.annotations.NullMarked;

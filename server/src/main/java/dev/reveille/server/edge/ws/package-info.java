/**
 * The sockets behind {@link dev.reveille.server.delivery.Outlets} and {@link
 * dev.reveille.server.session.Door}. Frames are counted and read here; a session gets valid
 * messages.
 *
 * <p>Vert.x owns the port: accept, TLS, HTTP. At a WebSocket upgrade our handlers take the channel
 * over. Every connection belongs to one {@link dev.reveille.server.edge.ws.Loop}, its event loop,
 * and only that touches it; other threads queue operations there. The wiring starts a {@link
 * dev.reveille.server.edge.ws.WsServer}; nothing else is public but its options and counters.
 */
@NullMarked
package dev.reveille.server.edge.ws;

import org.jspecify.annotations.NullMarked;

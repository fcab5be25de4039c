/**
 * The sockets behind the chat's {@link dev.reveille.server.chat.Outlets} and {@link
 * dev.reveille.server.chat.Door}.
 *
 * <p>Vert.x owns the port: accept, TLS, HTTP. At a WebSocket upgrade our handlers take the channel
 * over. Every connection belongs to one {@link dev.reveille.server.edge.ws.Loop}, its event loop,
 * and only that touches it; other threads queue operations there. The wiring starts a {@link
 * dev.reveille.server.edge.ws.WsServer}; nothing else is public but its options and counters.
 */
@NullMarked
package dev.reveille.server.edge.ws;

import org.jspecify.annotations.NullMarked;

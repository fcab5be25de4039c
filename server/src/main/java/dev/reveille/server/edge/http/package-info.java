/**
 * Pages and APIs on the chat's port.
 *
 * <p>The wiring makes a {@link dev.reveille.server.edge.http.Pages} and hands it to the socket
 * layer, which calls it for every request that is not a WebSocket upgrade. A body is read when the
 * handler asks for it, piece by piece, up to the limit of its {@link
 * dev.reveille.server.edge.http.Route}. An answer is a whole page, or a stream at its reader's
 * pace. Each has the same {@link dev.reveille.server.edge.http.Headers}. No route blocks an event
 * loop. HTTP/1.1 and HTTP/2 are served alike.
 */
@NullMarked
package dev.reveille.server.edge.http;

import org.jspecify.annotations.NullMarked;

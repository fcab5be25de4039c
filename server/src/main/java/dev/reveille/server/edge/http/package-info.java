/**
 * Pages on the chat's port: health, readiness, metrics and the dashboard.
 *
 * <p>The wiring makes a {@link dev.reveille.server.edge.http.Pages} and hands it to the socket
 * layer, which calls it for every request that is not a WebSocket upgrade. Only short bodies of
 * POST are read. An answer is a whole page, or a stream at its reader's pace. Each has the same
 * {@link dev.reveille.server.edge.http.Headers}. No route blocks an event loop.
 */
@NullMarked
package dev.reveille.server.edge.http;

import org.jspecify.annotations.NullMarked;

/**
 * Pages served on the chat's port: health, readiness, metrics, the dashboard.
 *
 * <p>The wiring makes a {@link dev.reveille.server.edge.http.Pages} and hands it to the socket
 * layer, which calls it for every request that is not a WebSocket upgrade. Only bodies of orders
 * (POST) are read, and only short ones. An answer is a whole page or a stream that goes at its
 * reader's pace; each carries the same {@link dev.reveille.server.edge.http.Headers}.
 */
@NullMarked
package dev.reveille.server.edge.http;

import org.jspecify.annotations.NullMarked;

/**
 * Pages served on the chat's port: health, readiness, metrics.
 *
 * <p>The wiring makes a {@link dev.reveille.server.edge.http.Pages} and hands it to the socket
 * layer, which calls it for every request that is not a WebSocket upgrade. Request bodies are never
 * read.
 */
@NullMarked
package dev.reveille.server.edge.http;

import org.jspecify.annotations.NullMarked;

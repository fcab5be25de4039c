/**
 * The JSON API at {@code /api/v1}, for programs that have neither WebSocket nor MCP: send a
 * message, read history, see who is there.
 *
 * <p>Every request shows a token. The identity that the token is bound to is the author of what is
 * sent, in a side session. {@link dev.reveille.server.edge.api.ApiOperation} describes each request
 * once; routes and the OpenAPI document are both made from it.
 */
@NullMarked
package dev.reveille.server.edge.api;

import org.jspecify.annotations.NullMarked;

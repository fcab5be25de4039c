/**
 * The chat for clients of the model context protocol (MCP), at {@code /mcp}.
 *
 * <p>The wiring makes a {@link dev.reveille.server.edge.mcp.McpEdge} and serves its routes. The
 * official SDK reads and answers the protocol; {@code McpTransport} connects it to the server's own
 * HTTP. A tool turns its arguments into messages of the wire and hands them to the session of its
 * agent, so it has the same rights, limits and errors as a client on a socket. The token of a
 * request decides who the agent is; the id of an MCP session never does.
 */
@NullMarked
package dev.reveille.server.edge.mcp;

import org.jspecify.annotations.NullMarked;

package dev.reveille.server.app;

import dev.reveille.server.edge.mcp.McpEdge;
import dev.reveille.server.identity.KeptKeys;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.SecureRandomness;
import dev.reveille.server.kernel.TimerQueue;
import dev.reveille.server.seat.BootPrompts;
import java.util.concurrent.Executors;

/** Connects MCP to a node. */
final class McpWiring {
  private McpWiring() {}

  static McpEdge of(Node node, Settings settings, Clock clock, TimerQueue timers, KeptKeys kept) {
    var parts = node.parts();
    return new McpEdge(
        new McpEdge.Parts(
            node.door(),
            node.outlets(),
            clock,
            parts.ids(),
            timers,
            parts.presence(),
            parts.store(),
            node.tokens(),
            kept,
            new SecureRandomness(),
            BootPrompts.of(parts),
            Executors.newVirtualThreadPerTaskExecutor(),
            settings.mcpStay(),
            settings.mcpConformance(),
            Version.text()));
  }
}

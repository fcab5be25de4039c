package dev.reveille.cli;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;

/**
 * Runs the bridge for MCP once against a server. The launcher does it after a build. What the JVM
 * loads here is in the bridge's own start-up cache.
 */
public final class BridgeRehearsal {
  private static final String LINES =
      """
      {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},\
      "clientInfo":{"name":"rehearsal","version":"1"}}}
      {"jsonrpc":"2.0","method":"notifications/initialized"}
      {"jsonrpc":"2.0","id":2,"method":"tools/list"}
      {"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"join","arguments":{}}}
      """;

  private BridgeRehearsal() {}

  /** Takes the server's WebSocket address and a file with a token. */
  public static void main(String[] args) {
    System.setIn(new ByteArrayInputStream(LINES.getBytes(StandardCharsets.UTF_8)));
    BridgeMain.main(new String[] {"mcp", "--url", args[0], "--token-file", args[1]});
  }
}

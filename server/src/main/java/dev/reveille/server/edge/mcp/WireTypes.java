package dev.reveille.server.edge.mcp;

import java.nio.charset.StandardCharsets;

/** Reads the type of a message without reading the message. */
final class WireTypes {
  private static final byte[] START = "{\"type\":\"".getBytes(StandardCharsets.US_ASCII);

  private static final int HEAD = 80;

  private WireTypes() {}

  /** True if the message is a MSG whose sender is the server. The sender stands near its start. */
  static boolean isFromServer(byte[] json) {
    var head = new String(json, 0, Math.min(json.length, HEAD), StandardCharsets.US_ASCII);
    return head.startsWith("{\"type\":\"MSG\"") && head.contains("\"from\":\"@server\"");
  }

  /** Returns the type, which every message of the server begins with. */
  static String of(byte[] json) {
    int end = START.length;
    while (end < json.length && json[end] != '"') end++;
    return new String(json, START.length, end - START.length, StandardCharsets.US_ASCII);
  }
}

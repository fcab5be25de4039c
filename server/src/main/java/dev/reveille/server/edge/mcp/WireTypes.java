package dev.reveille.server.edge.mcp;

import java.nio.charset.StandardCharsets;

/** Reads the type of a message without reading the message. */
final class WireTypes {
  private static final byte[] START = "{\"type\":\"".getBytes(StandardCharsets.US_ASCII);

  private WireTypes() {}

  /** Returns the type, which every message of the server begins with. */
  static String of(byte[] json) {
    int end = START.length;
    while (end < json.length && json[end] != '"') end++;
    return new String(json, START.length, end - START.length, StandardCharsets.US_ASCII);
  }
}

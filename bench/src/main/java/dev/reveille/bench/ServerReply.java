package dev.reveille.bench;

import dev.reveille.protocol.ServerMessages;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;

/**
 * Reads a few plain fields of a server's message from its text. It builds no tree, because a member
 * list of a thousand agents would make a large one.
 */
record ServerReply(String type, String json) {
  private static final String TYPE = "{\"type\":\"";

  static ServerReply of(ByteBuf bytes, int offset, int length) {
    var json = bytes.toString(offset, length, StandardCharsets.UTF_8);
    if (json.startsWith(TYPE)) {
      int end = json.indexOf('"', TYPE.length());
      if (end > 0) return new ServerReply(json.substring(TYPE.length(), end), json);
    }
    return new ServerReply(ServerMessages.read(json).json().path("type").asString(""), json);
  }

  /** Returns a text without escapes, such as an id; empty if there is no such field. */
  String text(String field) {
    var start = "\"" + field + "\":\"";
    int at = json.indexOf(start);
    if (at < 0) return "";
    int end = json.indexOf('"', at + start.length());
    return end < 0 ? "" : json.substring(at + start.length(), end);
  }

  /** Returns the last whole number of that name; 0 if there is none. */
  long number(String field) {
    var start = "\"" + field + "\":";
    int at = json.lastIndexOf(start);
    if (at < 0) return 0;
    int from = at + start.length();
    int end = from;
    while (end < json.length() && end - from < 18 && Character.isDigit(json.charAt(end))) end++;
    return end == from ? 0 : Long.parseLong(json.substring(from, end));
  }
}

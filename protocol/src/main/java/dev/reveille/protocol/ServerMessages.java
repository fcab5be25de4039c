package dev.reveille.protocol;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Writes server messages, and reads them for clients. */
public final class ServerMessages {
  private ServerMessages() {}

  /**
   * Returns the JSON text in UTF-8.
   *
   * @param ts for all messages except {@link ServerMessage.Msg}, which has its own
   */
  public static byte[] write(ServerMessage message, long ts) {
    var json =
        new JsonText(message.expectedBytes())
            .field("type", message.type())
            .field("ts", message instanceof ServerMessage.Msg entry ? entry.ts() : ts);
    ServerTypes.of(message).write(message, json);
    return json.bytes();
  }

  /** A message of the server that a client received. */
  public sealed interface Received {
    /** Returns the whole message unchanged. */
    JsonNode json();

    /** A known message. {@code replay} and {@code client_msg_id} are read from {@link #json}. */
    record Known(ServerMessage message, JsonNode json) implements Received {
      public boolean replay() {
        return json.path("replay").asBoolean(false);
      }
    }

    /** A message of a type that this version does not know. This is never an error. */
    record Other(String type, JsonNode json) implements Received {}
  }

  /**
   * Reads a server's message. An entry (a message with {@code seq} and {@code from}) of an unknown
   * type is read as a {@link ServerMessage.Msg} of that type, so that no entry is lost.
   *
   * @throws IllegalArgumentException if the text is not a server's message
   */
  public static Received read(String text) {
    var json =
        Json.read(text).orElseThrow(() -> new IllegalArgumentException("not JSON from the server"));
    var known = known(json);
    return known == null
        ? new Received.Other(json.path("type").asString(""), json)
        : new Received.Known(known, json);
  }

  private static @Nullable ServerMessage known(JsonNode json) {
    var fields = new ServerFields(json);
    var types = ServerTypes.named(fields.text("type"));
    for (var type : types) {
      var message = type.reader().read(fields);
      if (message != null) return message;
    }
    boolean entry = fields.number("seq") > 0 && fields.value("from").isString();
    return types.isEmpty() && entry ? ChatMessages.entry(fields) : null;
  }
}

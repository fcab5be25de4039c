package dev.reveille.protocol;

import dev.reveille.protocol.ClientMessages.Read;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Reads client messages of given types from untrusted text. */
public final class ClientReader {
  private final Map<String, ClientType<?>> types = new HashMap<>();

  /**
   * Makes a reader.
   *
   * @throws IllegalArgumentException if two types have the same name
   */
  public ClientReader(Collection<? extends ClientType<?>> types) {
    for (var type : types) {
      if (this.types.put(type.name(), type) != null) {
        throw new IllegalArgumentException("Two client messages have the type " + type.name());
      }
    }
  }

  /** Returns the message, or why the text is not a valid one. Never throws. */
  public Read read(String text) {
    if (text.length() > ClientMessages.MAX_FRAME) {
      return new Read.Invalid("Message too large", null);
    }
    var node = Json.readSmall(text);
    if (node.isEmpty()) return new Read.Invalid("Invalid JSON", null);
    var root = node.get();
    var name = root.path("type");
    if (!root.isObject() || !Json.truthy(name)) {
      return new Read.Invalid("Missing message type", null);
    }
    if (!name.isString()) return new Read.Invalid("Unknown message type: " + brief(name), null);
    var type = types.get(name.stringValue());
    if (type == null) {
      return new Read.Invalid("Unknown message type: " + brief(name), name.stringValue());
    }
    try {
      return new Read.Valid(type.reader().read(new Fields(root)));
    } catch (InvalidMessage e) {
      return new Read.Invalid(e.reason(), name.stringValue());
    }
  }

  private static String brief(JsonNode type) {
    var text = type.isString() ? Json.wellFormed(type.stringValue()) : JsonText.of(type);
    return text.length() <= 64
        ? text
        : text.substring(0, 64).replaceAll("[\\ud800-\\udbff]$", "") + "…";
  }
}

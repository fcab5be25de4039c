package dev.reveille.protocol;

import dev.reveille.protocol.ClientMessages.Refused;
import tools.jackson.databind.JsonNode;

/** Reads and writes ADMIN_MUTE and ADMIN_SLOW_MODE. */
final class ModerationMessages {
  /** Longer is a ban. */
  static final long MAX_MUTE_SECONDS = 366L * 86_400;

  static final long MAX_SLOW_SECONDS = 86_400;
  static final int MAX_REASON = 1024;
  static final int MAX_KEY = 1024;

  private ModerationMessages() {}

  static ClientMessage mute(JsonNode m) throws Refused {
    var key = key(m);
    var id = m.path("agent_id");
    var bare = id.isString() && id.stringValue().startsWith("@") ? 1 : 0;
    if (!id.isString() || !Names.isName(id.stringValue().substring(bare))) {
      throw new Refused("Invalid agent_id");
    }
    var reason = m.path("reason");
    if (Json.truthy(reason) && !reason.isString()) {
      throw new Refused("Invalid reason: not a string");
    }
    var text = Json.truthy(reason) ? Json.wellFormed(reason.stringValue()) : "";
    if (text.length() > MAX_REASON) throw new Refused("Invalid reason: at most " + MAX_REASON);
    long seconds = seconds(m, MAX_MUTE_SECONDS);
    // Who is silenced is told why.
    if (seconds > 0 && text.isBlank()) throw new Refused("Missing reason");
    return new ClientMessage.Moderate(
        new ModerationOrder.Mute("@" + id.stringValue().substring(bare), seconds, text), key);
  }

  static ClientMessage slowMode(String channel, JsonNode m) throws Refused {
    return new ClientMessage.Moderate(
        new ModerationOrder.SlowMode(channel, seconds(m, MAX_SLOW_SECONDS)), key(m));
  }

  private static String key(JsonNode m) throws Refused {
    var key = m.path("admin_key");
    if (!key.isString() || key.stringValue().isEmpty() || key.stringValue().length() > MAX_KEY) {
      throw new Refused("Missing admin_key");
    }
    return key.stringValue();
  }

  private static long seconds(JsonNode m, long most) throws Refused {
    var seconds = m.path("seconds");
    double value = seconds.isNumber() ? Json.number(seconds) : -1;
    if (value < 0 || value > most || value != Math.rint(value)) {
      throw new Refused("Invalid seconds: a whole number from 0 to " + most);
    }
    return (long) value;
  }

  static String write(ClientMessage.Moderate message) {
    var order = message.order();
    return switch (order) {
      case ModerationOrder.Mute(var agent, var seconds, var reason) ->
          new JsonText()
              .field("type", "ADMIN_MUTE")
              .field("admin_key", message.key())
              .field("agent_id", agent)
              .field("seconds", seconds)
              .field("reason", reason)
              .text();
      case ModerationOrder.SlowMode(var channel, var seconds) ->
          new JsonText()
              .field("type", "ADMIN_SLOW_MODE")
              .field("admin_key", message.key())
              .field("channel", channel)
              .field("seconds", seconds)
              .text();
    };
  }
}

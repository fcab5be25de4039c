package dev.reveille.protocol;

import dev.reveille.protocol.ClientMessages.Refused;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads and writes the {@code ADMIN_…} messages of clients. */
final class AdminMessages {
  /** A reason, a note or the text of a key, in UTF-16 units. */
  static final int MAX_TEXT = 1024;

  static final int MAX_MOTD = 8192;

  /** Longer is a ban. */
  static final long MAX_MUTE_SECONDS = 366L * 86_400;

  static final long MAX_SLOW_SECONDS = 86_400;

  private static final String PREFIX = "ADMIN_";

  private AdminMessages() {}

  static ClientMessage read(String type, JsonNode m) throws Refused {
    // The key first: whoever has none learns nothing else.
    var key = nonEmpty(m, "admin_key");
    var order =
        switch (type) {
          case "ADMIN_APPROVE" ->
              new AdminOrder.Approve(bounded(m, "pubkey"), optional(m, "note", MAX_TEXT));
          case "ADMIN_REVOKE" -> revoke(m);
          case "ADMIN_LIST" -> new AdminOrder.Roll();
          case "ADMIN_KICK" -> new AdminOrder.Kick(agent(m), optional(m, "reason", MAX_TEXT));
          case "ADMIN_BAN" -> new AdminOrder.Ban(agent(m), optional(m, "reason", MAX_TEXT));
          case "ADMIN_UNBAN" -> new AdminOrder.Unban(agent(m));
          case "ADMIN_MOTD" ->
              new AdminOrder.Motd(optional(m, "motd", MAX_MOTD), Json.truthy(m.path("kick")));
          case "ADMIN_VERIFY" -> verify(m);
          case "ADMIN_MUTE" -> mute(m);
          case "ADMIN_SLOW_MODE" ->
              new AdminOrder.SlowMode(ClientMessages.channel(m), seconds(m, MAX_SLOW_SECONDS));
          default -> throw new IllegalStateException("no message of administrators: " + type);
        };
    return new ClientMessage.Admin(order, key);
  }

  private static AdminOrder revoke(JsonNode m) throws Refused {
    if (Json.truthy(m.path("pubkey"))) return new AdminOrder.Revoke(bounded(m, "pubkey"));
    if (!Json.truthy(m.path("agent_id"))) throw new Refused("Missing pubkey or agent_id");
    return new AdminOrder.Revoke(agent(m).substring(1));
  }

  private static AdminOrder verify(JsonNode m) throws Refused {
    var verified = m.path("verified");
    if (!verified.isBoolean()) throw new Refused("Missing verified: true or false");
    return new AdminOrder.Verify(agent(m), verified.booleanValue());
  }

  private static AdminOrder mute(JsonNode m) throws Refused {
    var agent = agent(m);
    var reason = optional(m, "reason", MAX_TEXT);
    long seconds = seconds(m, MAX_MUTE_SECONDS);
    // Who is silenced is told why.
    if (seconds > 0 && (reason == null || reason.isBlank())) throw new Refused("Missing reason");
    return new AdminOrder.Mute(agent, seconds, reason == null ? "" : reason);
  }

  private static long seconds(JsonNode m, long most) throws Refused {
    var seconds = m.path("seconds");
    double value = seconds.isNumber() ? Json.number(seconds) : -1;
    if (value < 0 || value > most || value != Math.rint(value)) {
      throw new Refused("Invalid seconds: a whole number from 0 to " + most);
    }
    return (long) value;
  }

  /** With or without {@code @}. */
  private static String agent(JsonNode m) throws Refused {
    var id = nonEmpty(m, "agent_id");
    var bare = id.startsWith("@") ? id.substring(1) : id;
    if (!Names.isName(bare)) throw new Refused("Invalid agent_id");
    return "@" + bare;
  }

  private static String nonEmpty(JsonNode m, String field) throws Refused {
    var value = m.path(field);
    if (!value.isString() || value.stringValue().isEmpty()) throw new Refused("Missing " + field);
    return value.stringValue();
  }

  private static String bounded(JsonNode m, String field) throws Refused {
    var text = Json.wellFormed(nonEmpty(m, field));
    if (text.length() > MAX_TEXT) throw new Refused("Too long: " + field);
    return text;
  }

  private static @Nullable String optional(JsonNode m, String field, int most) throws Refused {
    var value = m.path(field);
    if (!Json.truthy(value)) return null;
    if (!value.isString()) throw new Refused("Invalid " + field + ": not a string");
    var text = Json.wellFormed(value.stringValue());
    if (text.length() > most) throw new Refused("Invalid " + field + ": at most " + most);
    return text;
  }

  static String write(ClientMessage.Admin admin) {
    var order = admin.order();
    var json =
        new JsonText()
            .field("type", PREFIX + order.action().toUpperCase(Locale.ROOT))
            .field("admin_key", admin.key());
    switch (order) {
      case AdminOrder.Approve(var pubkey, var note) -> {
        json.field("pubkey", pubkey);
        if (note != null) json.field("note", note);
      }
      case AdminOrder.Revoke(var identifier) ->
          json.field(Names.isName(identifier) ? "agent_id" : "pubkey", identifier);
      case AdminOrder.Roll() -> {}
      case AdminOrder.Kick(var agent, var reason) -> target(json, agent, reason);
      case AdminOrder.Ban(var agent, var reason) -> target(json, agent, reason);
      case AdminOrder.Unban(var agent) -> target(json, agent, null);
      case AdminOrder.Motd(var motd, var kick) -> json.field("motd", motd).field("kick", kick);
      case AdminOrder.Verify(var agent, var verified) ->
          json.field("agent_id", agent).field("verified", verified);
      case AdminOrder.Mute(var agent, var seconds, var reason) -> {
        target(json, agent, reason);
        json.field("seconds", seconds);
      }
      case AdminOrder.SlowMode(var channel, var seconds) ->
          json.field("channel", channel).field("seconds", seconds);
    }
    return json.text();
  }

  private static void target(JsonText json, String agent, @Nullable String reason) {
    json.field("agent_id", agent);
    if (reason != null) json.field("reason", reason);
  }
}

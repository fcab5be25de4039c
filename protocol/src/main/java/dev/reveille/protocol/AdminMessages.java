package dev.reveille.protocol;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The JSON of administrators' orders and of the messages about them. */
final class AdminMessages {
  /** The longest reason, note or text of a key, in UTF-16 units. */
  static final int MAX_TEXT = 1024;

  static final int MAX_MOTD = 8192;

  static final List<ClientType<ClientMessage.Admin>> ORDERS =
      List.of(
          order(
              "ADMIN_APPROVE",
              f -> new AdminOrder.Approve(bounded(f, "pubkey"), f.optional("note", MAX_TEXT))),
          order("ADMIN_REVOKE", AdminMessages::revoke),
          order("ADMIN_LIST", _ -> new AdminOrder.ListAllowed()),
          order("ADMIN_KICK", f -> new AdminOrder.Kick(agent(f), f.optional("reason", MAX_TEXT))),
          order("ADMIN_BAN", f -> new AdminOrder.Ban(agent(f), f.optional("reason", MAX_TEXT))),
          order("ADMIN_UNBAN", f -> new AdminOrder.Unban(agent(f))),
          order(
              "ADMIN_MOTD", f -> new AdminOrder.Motd(f.optional("motd", MAX_MOTD), f.flag("kick"))),
          order("ADMIN_VERIFY", AdminMessages::verify));

  static final ServerType<ServerMessage.AdminResult> ADMIN_RESULT =
      new ServerType<>(
              "ADMIN_RESULT",
              ServerMessage.AdminResult.class,
              f ->
                  new ServerMessage.AdminResult(
                      f.text("action"),
                      f.optionalFlag("success"),
                      f.others(Set.of("type", "ts", "action", "success"))),
              (m, json) -> {
                json.field("action", m.action());
                if (m.success() != null) json.field("success", m.success());
                json.rawFields(m.extras());
              })
          .answering(ClientMessage.Admin.class);

  static final ServerType<ServerMessage.Kicked> KICKED =
      new ServerType<>(
          "KICKED",
          ServerMessage.Kicked.class,
          f -> new ServerMessage.Kicked(f.text("reason")),
          (m, json) -> json.field("reason", m.reason()));

  static final ServerType<ServerMessage.Banned> BANNED =
      new ServerType<>(
          "BANNED",
          ServerMessage.Banned.class,
          f -> new ServerMessage.Banned(f.text("reason")),
          (m, json) -> json.field("reason", m.reason()));

  static final ServerType<ServerMessage.MotdUpdate> MOTD_UPDATE =
      new ServerType<>(
          "MOTD_UPDATE",
          ServerMessage.MotdUpdate.class,
          f -> new ServerMessage.MotdUpdate(f.optional("motd")),
          (m, json) -> json.field("motd", m.motd()));

  /** The types of this file. */
  static final MessageTypes TYPES =
      new MessageTypes(ORDERS, List.of(ADMIN_RESULT, KICKED, BANNED, MOTD_UPDATE));

  private AdminMessages() {}

  static ClientType<ClientMessage.Admin> order(String name, ClientType.Reader<AdminOrder> reader) {
    return new ClientType<>(
        name,
        Scope.ADMIN,
        ClientMessage.Admin.class,
        f -> {
          // The key is checked first: a client without a key learns nothing else.
          if (f.has("admin_key")) {
            var key = f.nonEmpty("admin_key");
            return new ClientMessage.Admin(reader.read(f), key);
          }
          return new ClientMessage.Admin(withoutKey(reader, f), null);
        },
        AdminMessages::write);
  }

  /** Reads an order without a key. It counts only in the session of a token that may give it. */
  private static AdminOrder withoutKey(ClientType.Reader<AdminOrder> reader, Fields f)
      throws InvalidMessage {
    try {
      return reader.read(f);
    } catch (InvalidMessage e) {
      throw missingKey();
    }
  }

  private static InvalidMessage missingKey() {
    return new InvalidMessage("Missing admin_key");
  }

  private static AdminOrder revoke(Fields f) throws InvalidMessage {
    if (f.flag("pubkey")) return new AdminOrder.Revoke(bounded(f, "pubkey"));
    if (!f.flag("agent_id")) throw new InvalidMessage("Missing pubkey or agent_id");
    return new AdminOrder.Revoke(agent(f).substring(1));
  }

  private static AdminOrder verify(Fields f) throws InvalidMessage {
    var verified = f.value("verified");
    if (!verified.isBoolean()) throw new InvalidMessage("Missing verified: true or false");
    return new AdminOrder.Verify(agent(f), verified.booleanValue());
  }

  /** Returns the field {@code agent_id} with {@code @}. The client may leave the {@code @} out. */
  static String agent(Fields f) throws InvalidMessage {
    var id = f.nonEmpty("agent_id");
    var bare = id.startsWith("@") ? id.substring(1) : id;
    if (!Names.isName(bare)) throw new InvalidMessage("Invalid agent_id");
    return "@" + bare;
  }

  private static String bounded(Fields f, String field) throws InvalidMessage {
    var text = Json.wellFormed(f.nonEmpty(field));
    if (text.length() > MAX_TEXT) throw new InvalidMessage("Too long: " + field);
    return text;
  }

  private static void write(ClientMessage.Admin admin, JsonText json) {
    if (admin.key() != null) json.field("admin_key", admin.key());
    admin.order().write(json);
  }

  static void target(JsonText json, String agent, @Nullable String reason) {
    json.field("agent_id", agent);
    if (reason != null) json.field("reason", reason);
  }
}

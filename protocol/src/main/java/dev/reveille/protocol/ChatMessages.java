package dev.reveille.protocol;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The JSON of MSG, of entries of all kinds, and of their history. */
final class ChatMessages {
  /**
   * The fields that every entry has. All other fields are its extras, except {@code replay}, {@code
   * client_msg_id} and {@code because}: these say how one receiver got the entry.
   */
  private static final Set<String> ENVELOPE =
      Set.of(
          "type",
          "ts",
          "from",
          "from_name",
          "to",
          "content",
          "msg_id",
          "verified",
          "seq",
          "replay",
          "client_msg_id",
          "because");

  static final ClientType<ClientMessage.Msg> MSG =
      new ClientType<>(
          "MSG", Scope.SEND, ClientMessage.Msg.class, ChatMessages::msg, ChatMessages::write);

  static final ClientType<ClientMessage.History> HISTORY =
      new ClientType<>(
          "HISTORY",
          Scope.OBSERVE,
          ClientMessage.History.class,
          ChatMessages::history,
          (m, json) -> {
            json.field("channel", m.channel());
            if (m.after() != null) json.field("after", m.after());
            if (m.before() != null) json.field("before", m.before());
            json.field("limit", m.limit());
          });

  static final ServerType<ServerMessage.Msg> ENTRY =
      new ServerType<>(
          ServerMessage.Msg.MSG, ServerMessage.Msg.class, ChatMessages::entry, ChatMessages::write);

  static final ServerType<ServerMessage.HistoryPage> HISTORY_PAGE =
      new ServerType<>(
              "HISTORY_PAGE",
              ServerMessage.HistoryPage.class,
              f ->
                  new ServerMessage.HistoryPage(
                      f.text("channel"),
                      f.objects("messages").stream().map(ChatMessages::entry).toList(),
                      f.number("first_seq"),
                      f.number("last_seq"),
                      f.flag("more")),
              (m, json) ->
                  json.field("channel", m.channel())
                      .rawList(
                          "messages",
                          m.messages().stream()
                              .map(entry -> ServerMessages.write(entry, entry.ts()))
                              .toList())
                      .field("first_seq", m.firstSeq())
                      .field("last_seq", m.lastSeq())
                      .field("more", m.more()))
          .answering(ClientMessage.History.class, (q, page) -> q.channel().equals(page.channel()));

  /** The types of this file. */
  static final MessageTypes TYPES =
      new MessageTypes(List.of(MSG, HISTORY), List.of(ENTRY, HISTORY_PAGE));

  private ChatMessages() {}

  private static ClientMessage.Msg msg(Fields f) throws InvalidMessage {
    var to = f.value("to");
    if (!to.isString() || !(to.stringValue().startsWith("#") || to.stringValue().startsWith("@"))) {
      throw new InvalidMessage("Invalid target: must start with # or @");
    }
    var sig = sig(f);
    var reply = f.relayed("in_reply_to");
    var priority = f.priority("priority");
    if (f.flag("receipt") && !to.stringValue().startsWith("@")) {
      throw new InvalidMessage("Invalid receipt: only for a direct message; ask RECEIPT later");
    }
    return new ClientMessage.Msg(
        Json.wellFormed(to.stringValue()),
        f.content(),
        sig,
        reply,
        f.tags(),
        f.clientMsgId(),
        priority == null ? Priority.NORMAL : priority,
        f.flag("receipt"));
  }

  private static @Nullable String sig(Fields f) throws InvalidMessage {
    if (!f.flag("sig")) return null;
    var sig = f.value("sig");
    if (!sig.isString()) throw new InvalidMessage("Invalid signature: not a string");
    if (sig.stringValue().length() > ClientMessages.MAX_EXTRA) {
      throw new InvalidMessage("Signature too long: at most " + ClientMessages.MAX_EXTRA);
    }
    return Json.wellFormed(sig.stringValue());
  }

  private static void write(ClientMessage.Msg msg, JsonText json) {
    json.field("to", msg.to()).field("content", msg.content());
    if (msg.sig() != null) json.field("sig", msg.sig());
    if (msg.inReplyTo() != null) json.raw("in_reply_to", msg.inReplyTo());
    if (!msg.tags().isEmpty()) json.field("tags", msg.tags());
    if (msg.clientMsgId() != null) json.field("client_msg_id", msg.clientMsgId());
    if (msg.priority() != Priority.NORMAL) json.field("priority", msg.priority().word());
    if (msg.receipt()) json.field("receipt", true);
  }

  private static ClientMessage.History history(Fields f) throws InvalidMessage {
    var after = f.seq("after");
    var before = f.seq("before");
    if (after != null && before != null) {
      throw new InvalidMessage("HISTORY takes after or before, not both");
    }
    int limit = f.limit("limit", ClientMessages.MAX_HISTORY, ClientMessages.DEFAULT_HISTORY);
    return new ClientMessage.History(f.channel(), after, before, limit);
  }

  /** Reads an entry of any type. */
  static ServerMessage.Msg entry(ServerFields f) {
    return new ServerMessage.Msg(
        f.has("type") ? f.text("type") : ServerMessage.Msg.MSG,
        f.number("ts"),
        f.text("from"),
        f.text("from_name"),
        f.text("to"),
        f.text("content"),
        f.number("seq"),
        f.optional("msg_id"),
        f.optionalFlag("verified"),
        f.others(ENVELOPE));
  }

  private static void write(ServerMessage.Msg entry, JsonText json) {
    json.field("from", entry.from()).field("from_name", entry.fromName()).field("to", entry.to());
    if (entry.isMsg() || !entry.content().isEmpty()) json.field("content", entry.content());
    if (entry.msgId() != null) json.field("msg_id", entry.msgId());
    if (entry.verified() != null) json.field("verified", entry.verified());
    if (entry.seq() > 0) json.field("seq", entry.seq());
    json.rawFields(entry.extras());
  }
}

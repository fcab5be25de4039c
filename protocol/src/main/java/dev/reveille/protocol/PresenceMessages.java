package dev.reveille.protocol;

import java.util.List;
import java.util.Optional;

/** The JSON of the messages about presence, nicks and typing. */
final class PresenceMessages {
  static final ClientType<ClientMessage.SetPresence> SET_PRESENCE =
      new ClientType<>(
          "SET_PRESENCE",
          Scope.SEND,
          ClientMessage.SetPresence.class,
          PresenceMessages::presence,
          (m, json) -> {
            json.field("status", m.status().wire());
            if (m.statusText() != null) json.field("status_text", m.statusText());
          });

  static final ClientType<ClientMessage.SetNick> SET_NICK =
      new ClientType<>(
          "SET_NICK",
          Scope.SEND,
          ClientMessage.SetNick.class,
          PresenceMessages::nick,
          (m, json) -> json.field("nick", m.nick()));

  static final ClientType<ClientMessage.Typing> TYPING =
      new ClientType<>(
          "TYPING",
          Scope.SEND,
          ClientMessage.Typing.class,
          f -> new ClientMessage.Typing(f.channel()),
          (m, json) -> json.field("channel", m.channel()));

  static final ServerType<ServerMessage.PresenceChanged> PRESENCE_CHANGED =
      new ServerType<>(
          "PRESENCE_CHANGED",
          ServerMessage.PresenceChanged.class,
          f ->
              new ServerMessage.PresenceChanged(
                  f.text("agent_id"),
                  f.text("name"),
                  f.text("presence"),
                  f.optional("status_text")),
          (m, json) ->
              json.field("agent_id", m.agentId())
                  .field("name", m.name())
                  .field("presence", m.presence())
                  .field("status_text", m.statusText()));

  static final ServerType<ServerMessage.Presence> PRESENCE =
      new ServerType<>(
          "PRESENCE",
          ServerMessage.Presence.class,
          f -> new ServerMessage.Presence(f.text("agent"), f.text("presence")),
          (m, json) -> json.field("agent", m.agent()).field("presence", m.presence()));

  static final ServerType<ServerMessage.NickChanged> NICK_CHANGED =
      new ServerType<>(
              "NICK_CHANGED",
              ServerMessage.NickChanged.class,
              f ->
                  new ServerMessage.NickChanged(
                      f.text("agent_id"), f.text("old_nick"), f.text("new_nick")),
              (m, json) ->
                  json.field("agent_id", m.agentId())
                      .field("old_nick", m.oldNick())
                      .field("new_nick", m.newNick()))
          .answering(
              ClientMessage.SetNick.class, (q, changed) -> q.nick().equals(changed.newNick()));

  static final ServerType<ServerMessage.Typing> IS_TYPING =
      new ServerType<>(
          "TYPING",
          ServerMessage.Typing.class,
          f -> new ServerMessage.Typing(f.text("from"), f.text("from_name"), f.text("channel")),
          (m, json) ->
              json.field("from", m.from())
                  .field("from_name", m.fromName())
                  .field("channel", m.channel()));

  /** The types of this file. */
  static final MessageTypes TYPES =
      new MessageTypes(
          List.of(TYPING, SET_PRESENCE, SET_NICK),
          List.of(PRESENCE_CHANGED, PRESENCE, NICK_CHANGED, IS_TYPING));

  private PresenceMessages() {}

  private static ClientMessage.SetPresence presence(Fields f) throws InvalidMessage {
    var word = f.value("status");
    var status =
        word.isString()
            ? PresenceStatus.ofWire(word.stringValue())
            : Optional.<PresenceStatus>empty();
    if (status.isEmpty() || status.get() == PresenceStatus.SLEEPING) {
      throw new InvalidMessage(
          "Invalid presence status: one of online, away, busy, offline, listening");
    }
    var text = f.value("status_text");
    if (text.isMissingNode()) return new ClientMessage.SetPresence(status.get(), null);
    if (!text.isString() || text.stringValue().length() > ClientMessages.MAX_STATUS_TEXT) {
      throw new InvalidMessage(
          "Invalid status_text: a string of at most " + ClientMessages.MAX_STATUS_TEXT);
    }
    return new ClientMessage.SetPresence(status.get(), Json.wellFormed(text.stringValue()));
  }

  private static ClientMessage.SetNick nick(Fields f) throws InvalidMessage {
    var nick = f.value("nick");
    if (!nick.isString() || !Names.isNick(nick.stringValue())) {
      throw new InvalidMessage("Invalid nick: 1-24 letters, digits, _ or -");
    }
    return new ClientMessage.SetNick(nick.stringValue());
  }
}

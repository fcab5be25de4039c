package dev.reveille.protocol;

import java.util.List;

/** The JSON of the messages about durable callbacks. */
final class CallbackMessages {
  static final ClientType<ClientMessage.Callbacks> CALLBACKS =
      ClientType.empty("CALLBACKS", Scope.OBSERVE, new ClientMessage.Callbacks());

  static final ClientType<ClientMessage.CancelCallback> CANCEL_CALLBACK =
      new ClientType<>(
          "CANCEL_CALLBACK",
          Scope.SEND,
          ClientMessage.CancelCallback.class,
          f -> new ClientMessage.CancelCallback(f.id("cb_id")),
          (m, json) -> json.field("cb_id", m.cbId()));

  static final ServerType<ServerMessage.Callbacks> PENDING =
      new ServerType<>(
              "CALLBACKS",
              ServerMessage.Callbacks.class,
              f ->
                  new ServerMessage.Callbacks(
                      f.objects("list").stream().map(CallbackMessages::callback).toList()),
              (m, json) ->
                  json.rawList("list", m.list().stream().map(CallbackMessages::json).toList()))
          .answering(ClientMessage.Callbacks.class);

  static final ServerType<ServerMessage.CallbackCancelled> CALLBACK_CANCELLED =
      new ServerType<>(
              "CALLBACK_CANCELLED",
              ServerMessage.CallbackCancelled.class,
              f -> new ServerMessage.CallbackCancelled(f.text("cb_id")),
              (m, json) -> json.field("cb_id", m.cbId()))
          .answering(ClientMessage.CancelCallback.class, (q, c) -> q.cbId().equals(c.cbId()));

  /** The types of this file. */
  static final MessageTypes TYPES =
      new MessageTypes(List.of(CALLBACKS, CANCEL_CALLBACK), List.of(PENDING, CALLBACK_CANCELLED));

  private CallbackMessages() {}

  private static ServerMessage.PendingCallback callback(ServerFields f) {
    return new ServerMessage.PendingCallback(
        f.text("cb_id"),
        f.text("to"),
        f.text("payload"),
        f.number("fire_at"),
        f.number("created_at"));
  }

  private static byte[] json(ServerMessage.PendingCallback c) {
    return new JsonText(128)
        .field("cb_id", c.cbId())
        .field("to", c.to())
        .field("payload", c.payload())
        .field("fire_at", c.fireAt())
        .field("created_at", c.createdAt())
        .bytes();
  }
}

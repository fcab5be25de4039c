package dev.reveille.protocol;

import java.util.List;

/**
 * The JSON of the messages that are relayed and not stored: parts of files and claims of the floor.
 */
final class RelayMessages {
  static final ClientType<ClientMessage.FileChunk> FILE_CHUNK =
      new ClientType<>(
          "FILE_CHUNK",
          Scope.SEND,
          ClientMessage.FileChunk.class,
          RelayMessages::fileChunk,
          (m, json) -> json.field("to", m.to()).field("content", m.content()));

  static final ClientType<ClientMessage.RespondingTo> RESPONDING_TO =
      new ClientType<>(
          "RESPONDING_TO",
          Scope.SEND,
          ClientMessage.RespondingTo.class,
          f -> new ClientMessage.RespondingTo(f.id("msg_id"), f.channel(), f.nonZero("started_at")),
          (m, json) ->
              json.field("msg_id", m.msgId())
                  .field("channel", m.channel())
                  .raw("started_at", JsNumber.text(m.startedAt())));

  static final ServerType<ServerMessage.FileChunk> FILE_CHUNK_SENT =
      new ServerType<>(
          "FILE_CHUNK",
          ServerMessage.FileChunk.class,
          f -> new ServerMessage.FileChunk(f.text("from"), f.text("to"), f.text("content")),
          (m, json) ->
              json.field("from", m.from()).field("to", m.to()).field("content", m.content()));

  static final ServerType<ServerMessage.FloorClaimed> FLOOR_CLAIMED =
      new ServerType<>(
          "FLOOR_CLAIMED",
          ServerMessage.FloorClaimed.class,
          f ->
              new ServerMessage.FloorClaimed(
                  f.text("msg_id"),
                  f.text("channel"),
                  f.text("holder"),
                  f.text("holder_name"),
                  f.decimal("started_at")),
          (m, json) ->
              json.field("msg_id", m.msgId())
                  .field("channel", m.channel())
                  .field("holder", m.holder())
                  .field("holder_name", m.holderName())
                  .raw("started_at", JsNumber.text(m.startedAt())));

  static final ServerType<ServerMessage.Yield> YIELD =
      new ServerType<>(
              "YIELD",
              ServerMessage.Yield.class,
              f ->
                  new ServerMessage.Yield(
                      f.text("msg_id"),
                      f.text("channel"),
                      f.text("holder"),
                      f.decimal("holder_started_at"),
                      f.text("reason")),
              (m, json) ->
                  json.field("msg_id", m.msgId())
                      .field("channel", m.channel())
                      .field("holder", m.holder())
                      .raw("holder_started_at", JsNumber.text(m.holderStartedAt()))
                      .field("reason", m.reason()))
          .answering(
              ClientMessage.RespondingTo.class,
              (q, y) -> q.msgId().equals(y.msgId()) && q.channel().equals(y.channel()));

  /** The types of this file. */
  static final MessageTypes TYPES =
      new MessageTypes(
          List.of(FILE_CHUNK, RESPONDING_TO), List.of(FILE_CHUNK_SENT, FLOOR_CLAIMED, YIELD));

  private RelayMessages() {}

  private static ClientMessage.FileChunk fileChunk(Fields f) throws InvalidMessage {
    var to = f.value("to");
    if (!to.isString() || !to.stringValue().startsWith("@")) {
      throw new InvalidMessage(
          "Invalid target: FILE_CHUNK takes DM targets only, which start with @");
    }
    return new ClientMessage.FileChunk(Json.wellFormed(to.stringValue()), f.content());
  }
}

package dev.reveille.server.chat;

import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.protocol.ServerMessages;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.store.StoredMessage;
import org.jspecify.annotations.Nullable;

/** From what is stored to what is on the wire. */
final class Messages {
  private Messages() {}

  static ServerMessage.Msg wire(StoredMessage m) {
    return new ServerMessage.Msg(
        m.ts(),
        m.sender(),
        m.senderName(),
        m.stream(),
        m.content(),
        m.seq(),
        m.msgId(),
        m.verified(),
        m.extras());
  }

  static Frame frame(ServerMessage.Msg message) {
    return new Frame(ServerMessages.write(message, message.ts()));
  }

  static Frame replayed(Frame frame) {
    return with(frame, "replay", "true");
  }

  static Frame buffered(Frame frame) {
    return with(frame, "was_buffered", "true");
  }

  /** The frame with its sender's own key, if it gave one. */
  static Frame echo(Frame frame, @Nullable String clientMsgId) {
    return clientMsgId == null ? frame : with(frame, "client_msg_id", JsonText.quote(clientMsgId));
  }

  private static Frame with(Frame frame, String field, String json) {
    return new Frame(JsonText.with(frame.json(), field, json));
  }

  /** What a sender learns when the store refused its request. */
  static ServerMessage notStored() {
    return new ServerMessage.Failure(
        ErrorCode.STORE_UNAVAILABLE,
        "Not stored, so it had no effect: the server cannot write (disk full or read-only)."
            + " Try again later.");
  }

  static ChatEffect notStored(SessionId session) {
    return new ChatEffect.ToSession(session, notStored());
  }
}

package dev.reveille.server.delivery;

import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.Json;
import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.protocol.ServerMessages;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.store.StoredEntry;
import org.jspecify.annotations.Nullable;

/** From what is stored to what is on the wire. */
public final class Messages {
  public static final String NOT_STORED =
      "Not stored, so it had no effect: the server cannot write (disk full or read-only)."
          + " Try again later.";

  public static final String UNAVAILABLE =
      "The server cannot read or write its store. Try again later.";

  /** The field of what the server says for an agent: whom it speaks for. */
  public static final String ORIGIN = "cb_origin";

  private Messages() {}

  /** Returns the agent that an entry speaks for: its sender, or the one that the server names. */
  public static String speaker(StoredEntry entry) {
    if (entry.isMessage()) return entry.sender();
    return Json.read("{" + entry.extras() + "}")
        .map(extras -> extras.path(ORIGIN).asString(""))
        .filter(origin -> !origin.isEmpty())
        .orElse(entry.sender());
  }

  public static ServerMessage.Msg wire(StoredEntry m) {
    return new ServerMessage.Msg(
        m.type(),
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

  public static Frame frame(ServerMessage.Msg message) {
    return new Frame(ServerMessages.write(message, message.ts()));
  }

  /** Returns the message as it is sent now. */
  public static Frame frame(ServerMessage message, Clock clock) {
    return new Frame(ServerMessages.write(message, clock.wallMillis()));
  }

  public static Frame replayed(Frame frame) {
    return with(frame, "replay", "true");
  }

  public static Frame buffered(Frame frame) {
    return with(frame, "was_buffered", "true");
  }

  /** The frame with its sender's own key, if it gave one. */
  public static Frame echo(Frame frame, @Nullable String clientMsgId) {
    return clientMsgId == null ? frame : with(frame, "client_msg_id", JsonText.quote(clientMsgId));
  }

  private static Frame with(Frame frame, String field, String json) {
    return new Frame(JsonText.with(frame.json(), field, json));
  }

  /** What a sender learns when the store refused its request. */
  public static ServerMessage notStored() {
    return new ServerMessage.Failure(ErrorCode.STORE_UNAVAILABLE, NOT_STORED);
  }

  /** What a session learns when nothing could be made of its request. */
  public static ServerMessage unavailable() {
    return new ServerMessage.Failure(ErrorCode.STORE_UNAVAILABLE, UNAVAILABLE);
  }

  public static Effect notStored(SessionId session) {
    return new DeliveryEffect.ToSession(session, notStored());
  }
}

package dev.reveille.server.delivery;

import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.Json;
import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.protocol.ServerMessages;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.store.EntryOutline;
import dev.reveille.server.store.StoredEntry;
import org.jspecify.annotations.Nullable;

/** Makes wire messages from stored entries. */
public final class Messages {
  public static final String NOT_STORED =
      "Not stored, so it had no effect: the server cannot write (disk full or read-only)."
          + " Try again later.";

  public static final String UNAVAILABLE =
      "The server cannot read or write its store. Try again later.";

  /** The extra field that names the agent for which the server speaks. */
  public static final String ORIGIN = "cb_origin";

  /** The extra field that names the agent whose doing the server reports. */
  public static final String ACTOR = "actor";

  private Messages() {}

  /**
   * Returns the agent for which an entry speaks: its sender, or the agent that {@link #ORIGIN} or
   * {@link #ACTOR} names.
   */
  public static String speaker(StoredEntry entry) {
    return speaker(entry.isMessage(), entry.sender(), entry.extras());
  }

  /** Returns the agent for which an entry speaks. */
  public static String speaker(EntryOutline entry) {
    return speaker(entry.isMessage(), entry.sender(), entry.extras());
  }

  private static String speaker(boolean message, String sender, String fields) {
    if (message) return sender;
    return Json.read("{" + fields + "}")
        .map(extras -> extras.path(ORIGIN).asString(extras.path(ACTOR).asString("")))
        .filter(origin -> !origin.isEmpty())
        .orElse(sender);
  }

  public static ServerMessage.Msg wire(StoredEntry entry) {
    return wire(entry, entry.extras());
  }

  /** Returns the message with these further fields in place of the stored ones. */
  static ServerMessage.Msg wire(StoredEntry m, String extras) {
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
        extras);
  }

  public static Frame frame(ServerMessage.Msg message) {
    return new Frame(ServerMessages.write(message, message.ts()));
  }

  /** Returns the frame of the message, with the present time. */
  public static Frame frame(ServerMessage message, Clock clock) {
    return new Frame(ServerMessages.write(message, clock.wallMillis()));
  }

  public static Frame replayed(Frame frame) {
    return with(frame, "replay", "true");
  }

  public static Frame buffered(Frame frame) {
    return with(frame, "was_buffered", "true");
  }

  /** Returns the frame with the sender's {@code client_msg_id}, if it gave one. */
  public static Frame echo(Frame frame, @Nullable String clientMsgId) {
    return clientMsgId == null ? frame : with(frame, "client_msg_id", JsonText.quote(clientMsgId));
  }

  private static Frame with(Frame frame, String field, String json) {
    return new Frame(JsonText.with(frame.json(), field, json));
  }

  /** Returns the error for a sender whose request the store refused. */
  public static ServerMessage notStored() {
    return new ServerMessage.Failure(ErrorCode.STORE_UNAVAILABLE, NOT_STORED);
  }

  /** Returns the error for a session whose request could not be handled. */
  public static ServerMessage unavailable() {
    return new ServerMessage.Failure(ErrorCode.STORE_UNAVAILABLE, UNAVAILABLE);
  }

  public static Effect notStored(SessionId session) {
    return new DeliveryEffect.ToSession(session, notStored());
  }
}

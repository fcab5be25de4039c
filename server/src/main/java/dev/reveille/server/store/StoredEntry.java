package dev.reveille.server.store;

import org.jspecify.annotations.Nullable;

/**
 * A stored entry of a stream: a message, or anything else that takes a seq.
 *
 * @param stream {@code #channel} or, for a direct message, the receiver's {@code @id}
 * @param seq from 1, without gaps, within its stream
 * @param msgId the id of the command that made it; unique; null if the server is the sender
 * @param verified null if the server is the sender
 * @param clientMsgId the sender's own key for the message
 * @param extras further wire fields as JSON text without braces
 * @param kind {@link #MESSAGE}, {@code callback}, or the kind of a feature in capitals
 */
public record StoredEntry(
    String stream,
    long seq,
    long ts,
    @Nullable String msgId,
    String sender,
    String senderName,
    @Nullable Boolean verified,
    String content,
    @Nullable String clientMsgId,
    String extras,
    String kind) {

  /** The kind of messages, from an agent or from the server. */
  public static final String MESSAGE = "message";

  /** Makes an entry of the kind {@link #MESSAGE}. */
  public StoredEntry(
      String stream,
      long seq,
      long ts,
      @Nullable String msgId,
      String sender,
      String senderName,
      @Nullable Boolean verified,
      String content,
      @Nullable String clientMsgId,
      String extras) {
    this(
        stream,
        seq,
        ts,
        msgId,
        sender,
        senderName,
        verified,
        content,
        clientMsgId,
        extras,
        MESSAGE);
  }

  /** Returns the same entry with the text and the fields of a {@link ReplaceText}. */
  public StoredEntry with(ReplaceText text) {
    return new StoredEntry(
        stream,
        seq,
        ts,
        msgId,
        sender,
        senderName,
        verified,
        text.content(),
        clientMsgId,
        text.extras(),
        kind);
  }

  /** True if the kind is {@link #MESSAGE}. */
  public boolean isMessage() {
    return kind.equals(MESSAGE);
  }

  /**
   * Returns the type on the wire. A kind in capitals is itself a wire type; every other kind is
   * sent as MSG.
   */
  public String type() {
    return Character.isUpperCase(kind.charAt(0)) ? kind : "MSG";
  }

  /** Returns the number of characters of its text, which takes nearly all of its memory. */
  public long chars() {
    return (long) content.length() + extras.length();
  }
}

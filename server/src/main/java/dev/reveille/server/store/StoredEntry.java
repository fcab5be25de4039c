package dev.reveille.server.store;

import org.jspecify.annotations.Nullable;

/**
 * An entry of a stream as it is kept: a message, or a callback that fired in a channel.
 *
 * @param stream {@code #channel} or, for a direct message, the receiver's {@code @id}
 * @param seq from 1, without gaps, within its stream
 * @param msgId the command that made it; unique; absent on what the server says
 * @param verified absent on what the server says
 * @param clientMsgId the sender's own key
 * @param extras further wire fields as JSON text without braces
 * @param kind {@link #MESSAGE} or {@link #CALLBACK}
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

  /** The kind of what an agent or the server says. */
  public static final String MESSAGE = "message";

  /** A message. */
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

  /** True if an agent or the server said it, and nothing else is behind it. */
  public boolean isMessage() {
    return kind.equals(MESSAGE);
  }

  /** Returns its type on the wire: a kind in capitals is one itself, every other kind is a MSG. */
  public String type() {
    return Character.isUpperCase(kind.charAt(0)) ? kind : "MSG";
  }

  /** Returns the characters of its text, which nearly all of its memory is for. */
  public long chars() {
    return (long) content.length() + extras.length();
  }
}

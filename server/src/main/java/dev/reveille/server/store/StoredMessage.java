package dev.reveille.server.store;

import org.jspecify.annotations.Nullable;

/**
 * A message as it is kept.
 *
 * @param stream {@code #channel} or, for a direct message, the receiver's {@code @id}
 * @param seq from 1, without gaps, within its stream
 * @param msgId the command that made it; unique; absent on what the server says
 * @param verified absent on what the server says
 * @param clientMsgId the sender's own key
 * @param extras further wire fields as JSON text without braces
 */
public record StoredMessage(
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

  /** Returns the characters of its text, which nearly all of its memory is for. */
  public long chars() {
    return (long) content.length() + extras.length();
  }
}

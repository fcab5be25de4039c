package dev.reveille.client;

import dev.reveille.protocol.ConfirmMessages.Confirm;
import dev.reveille.protocol.ConfirmMessages.Confirmed;
import dev.reveille.protocol.InboxMessages.AskPending;
import dev.reveille.protocol.InboxMessages.AskUnread;
import dev.reveille.protocol.InboxMessages.Pending;
import dev.reveille.protocol.InboxMessages.Unread;
import dev.reveille.protocol.ReceiptMessages.AskReceipt;
import dev.reveille.protocol.ReceiptMessages.Receipt;
import java.time.Duration;

/**
 * The entries that the server keeps for an agent with a key until the agent confirms them, and the
 * level of the agent's own messages.
 *
 * <p>The same question returns the same entries again until they are confirmed. A client of {@link
 * ClientBuilder#confirm} or {@link ClientBuilder#side} confirms with {@link #read}; for any other
 * client an entry is confirmed when its socket took it.
 */
public final class Inbox {
  private final ReveilleClient client;
  private final Exchange exchange;

  Inbox(ReveilleClient client, Exchange exchange) {
    this.client = client;
    this.exchange = exchange;
  }

  /**
   * Returns the next unconfirmed entries: those of the agent's inbox, then those of the channels
   * that the question names. If the question says so, this waits for something to return.
   */
  public Pending pending(AskPending question) {
    return question.waitMs() == 0
        ? client.request(question, Pending.class)
        : exchange.sendWaiting(question, Pending.class, Duration.ofMillis(question.waitMs()));
  }

  /** Confirms exactly what an answer of {@link #pending} contained. Returns the marks. */
  public Confirmed read(String cursor) {
    return client.request(Confirm.all(cursor), Confirmed.class);
  }

  /** Confirms everything up to a seq in a channel or, with {@code @me}, of direct messages. */
  public Confirmed read(String target, long seq) {
    return client.request(Confirm.upTo(target, seq), Confirmed.class);
  }

  /** Returns how much is unread in the inbox and in the agent's channels. */
  public Unread unread() {
    return client.request(new AskUnread(), Unread.class);
  }

  /**
   * Returns what became of a message that this agent sent. A direct message must have been sent
   * with {@code receipt}; then its changes also come as {@link ClientBuilder#news}.
   */
  public Receipt receipt(String msgId) {
    return client.request(new AskReceipt(msgId), Receipt.class);
  }
}

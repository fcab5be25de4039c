package dev.reveille.protocol;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The messages by which a sender learns what became of its message: RECEIPT. */
public final class ReceiptMessages {
  static final ClientType<AskReceipt> RECEIPT =
      new ClientType<>(
          "RECEIPT",
          Scope.OBSERVE,
          AskReceipt.class,
          f -> new AskReceipt(f.id("msg_id")),
          (m, json) -> json.field("msg_id", m.msgId()));

  static final ServerType<Receipt> LEVEL =
      new ServerType<>("RECEIPT", Receipt.class, ReceiptMessages::receipt, ReceiptMessages::write)
          .answering(AskReceipt.class, (q, answer) -> q.msgId().equals(answer.msgId()));

  /** The types of this file. */
  static final MessageTypes TYPES = new MessageTypes(List.of(RECEIPT), List.of(LEVEL));

  private ReceiptMessages() {}

  /** Asks what became of a message that the agent sent. */
  public record AskReceipt(String msgId) implements ClientMessage {}

  /**
   * The level of a message.
   *
   * @param level of a direct message: stored, offered, retrieved, started or acted; null for a
   *     channel message
   * @param at when it reached the level, in milliseconds; 0 for a channel message
   * @param retrieved how many agents have confirmed a channel message; null for a direct message
   * @param held why the receiver is not woken for it now; empty if nothing is known of that
   */
  public record Receipt(
      String msgId,
      String to,
      @Nullable String level,
      long at,
      @Nullable Long retrieved,
      List<String> held)
      implements ServerMessage {
    public Receipt {
      held = List.copyOf(held);
    }

    /** Makes a level of a message that nothing is known to hold back. */
    public Receipt(
        String msgId, String to, @Nullable String level, long at, @Nullable Long retrieved) {
      this(msgId, to, level, at, retrieved, List.of());
    }

    @Override
    public boolean isPassing() {
      return true;
    }
  }

  private static Receipt receipt(ServerFields f) {
    return new Receipt(
        f.text("msg_id"),
        f.text("to"),
        f.optional("level"),
        f.number("at"),
        f.has("retrieved") ? f.number("retrieved") : null,
        f.texts("held"));
  }

  private static void write(Receipt m, JsonText json) {
    json.field("msg_id", m.msgId()).field("to", m.to());
    if (m.level() != null) json.field("level", m.level());
    if (m.at() > 0) json.field("at", m.at());
    if (m.retrieved() != null) json.field("retrieved", m.retrieved());
    if (!m.held().isEmpty()) json.field("held", m.held());
  }
}

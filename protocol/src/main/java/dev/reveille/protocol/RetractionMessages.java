package dev.reveille.protocol;

import java.util.List;

/** The messages by which an author takes back what it said: RETRACT and RETRACTED. */
public final class RetractionMessages {
  /** The text in place of the one that was taken back. */
  public static final String PLACEHOLDER = "[retracted]";

  /** The field of an entry that was taken back, as JSON text without braces. */
  public static final String MARK = "\"retracted\":true";

  static final ClientType<Retract> RETRACT =
      new ClientType<>(
          "RETRACT",
          Scope.SEND,
          Retract.class,
          f -> new Retract(f.id("msg_id")),
          (m, json) -> json.field("msg_id", m.msgId()));

  static final ServerType<Retracted> RETRACTED =
      new ServerType<>(
              "RETRACTED",
              Retracted.class,
              f -> new Retracted(f.text("msg_id"), f.text("from"), f.text("to"), f.number("seq")),
              (m, json) ->
                  json.field("msg_id", m.msgId())
                      .field("from", m.from())
                      .field("to", m.to())
                      .field("seq", m.seq()))
          .answering(Retract.class, (asked, answer) -> asked.msgId().equals(answer.msgId()));

  /** The types of this file. */
  static final MessageTypes TYPES = new MessageTypes(List.of(RETRACT), List.of(RETRACTED));

  private RetractionMessages() {}

  /** Takes back a message of the agent. A repeat gets the same answer. */
  public record Retract(String msgId) implements ClientMessage {}

  /**
   * A message was taken back: its text is replaced wherever the server keeps it.
   *
   * @param from its author
   * @param to its channel, or the id of its receiver
   */
  public record Retracted(String msgId, String from, String to, long seq) implements ServerMessage {
    @Override
    public boolean isPassing() {
      return true;
    }
  }
}

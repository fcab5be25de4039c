package dev.reveille.client.csma;

import dev.reveille.client.VisibleText;
import dev.reveille.protocol.Names;
import dev.reveille.protocol.ServerMessage;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a message that an agent heard. Never holds its text.
 *
 * @param place the channel, or the agent that wrote directly
 * @param msgId the message's; absent if it has none
 * @param reason for a person, on one line
 */
public record Outcome(Kind kind, String place, @Nullable String msgId, String reason) {

  public Outcome {
    reason = VisibleText.line(reason);
  }

  /** The ways it can go. Every message has one of these at once; a check adds more. */
  public enum Kind {
    /** A check is pending for this message. */
    CHECK_SET,
    /** The channel's pending check will read this message. */
    LEFT_TO_CHECK,
    /** The server will not time the check; the agent's own clock does. */
    UNTIMED,
    ANSWERED,
    /** The judgement was to say nothing. */
    SILENT,
    /** Another agent has the floor. */
    GAVE_WAY,
    /** It was put off often enough. */
    GAVE_UP,
    /** The channel could not be read; the judgement was not asked. */
    NOT_READ,
    /** The answer was refused. */
    NOT_SENT,
    /** Nothing to answer. */
    PASSED_OVER
  }

  static Outcome of(Kind kind, ServerMessage.Msg message, String reason) {
    return new Outcome(kind, place(message), message.msgId(), reason);
  }

  /** Returns the channel or agent to which an answer goes. */
  static String place(ServerMessage.Msg message) {
    return Names.isChannel(message.to()) ? message.to() : message.from();
  }
}

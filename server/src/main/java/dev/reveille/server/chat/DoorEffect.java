package dev.reveille.server.chat;

import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.SessionEffect;
import dev.reveille.server.kernel.SessionId;
import org.jspecify.annotations.Nullable;

/** An effect on a connection as such. {@code session.SessionDelivery} carries it out. */
public sealed interface DoorEffect extends Effect {

  /**
   * Holds back everything for the session until {@link Welcome}, because the agent is about to
   * connect.
   */
  record Hold(SessionId session) implements DoorEffect, SessionEffect {}

  /** Sends WELCOME, then everything that was held back for the session. */
  record Welcome(SessionId session, ServerMessage.Welcome message)
      implements DoorEffect, SessionEffect {}

  /** Tells a session why it cannot connect and closes it, also if it waits for {@link Welcome}. */
  record TurnAway(SessionId session, ErrorCode code, String reason)
      implements DoorEffect, SessionEffect {}

  /** The agent has another body: the session must wait, then ask again. */
  record MustWait(SessionId session, long millis) implements DoorEffect, SessionEffect {}

  /** One message of the session was handled, with any outcome. */
  record Handled(SessionId session) implements DoorEffect, SessionEffect {}

  /** Sends to every connection that is no side session, identified or not. */
  record ToEverybody(ServerMessage message) implements DoorEffect, SessionEffect {}

  /** Closes every present connection but one, after a moment in which clients can read. */
  record CloseOthers(@Nullable SessionId except, long millis, int code, String reason)
      implements DoorEffect, SessionEffect {}
}

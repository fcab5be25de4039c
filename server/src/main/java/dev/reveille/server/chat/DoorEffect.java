package dev.reveille.server.chat;

import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.SessionEffect;
import dev.reveille.server.kernel.SessionId;
import org.jspecify.annotations.Nullable;

/** What happens to connections as such. {@code session.SessionDelivery} carries it out. */
public sealed interface DoorEffect extends Effect {

  /** Nothing more leaves for the session before {@link Welcome}: it is about to come in. */
  record Hold(SessionId session) implements DoorEffect, SessionEffect {}

  /** The session is in: what was sent to it meanwhile follows. */
  record Welcome(SessionId session, ServerMessage.Welcome message)
      implements DoorEffect, SessionEffect {}

  /**
   * Says why a session that wanted to come in cannot, and hangs up, also if it waited for {@link
   * Welcome}.
   */
  record TurnAway(SessionId session, ErrorCode code, String reason)
      implements DoorEffect, SessionEffect {}

  /** The agent has another session: wait, then ask again. */
  record MustWait(SessionId session, long millis) implements DoorEffect, SessionEffect {}

  /** One message of the session is dealt with, whatever came of it. */
  record Handled(SessionId session) implements DoorEffect, SessionEffect {}

  /** To every connection, identified or not. */
  record ToEverybody(ServerMessage message) implements DoorEffect, SessionEffect {}

  /** Closes every connection there is now but for one, after a moment to read in. */
  record CloseOthers(@Nullable SessionId except, long millis, int code, String reason)
      implements DoorEffect, SessionEffect {}
}

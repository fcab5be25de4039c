package dev.reveille.server.callback;

import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.SessionEffect;
import dev.reveille.server.kernel.SessionId;

/** An effect of a callback whose time has come. */
public sealed interface FiringEffect extends Effect {

  /** Sends a callback that is not durable to the agent alone. */
  record Fire(SessionId session, ServerMessage.Msg message)
      implements FiringEffect, SessionEffect {}
}

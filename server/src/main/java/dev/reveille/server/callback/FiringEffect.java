package dev.reveille.server.callback;

import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.SessionEffect;
import dev.reveille.server.kernel.SessionId;
import org.jspecify.annotations.Nullable;

/** An effect of a callback whose time has come. */
public sealed interface FiringEffect extends Effect {

  /**
   * Sends a callback to the agent alone.
   *
   * @param durableId its id if it is durable: it stays stored until the agent has it
   */
  record Fire(
      SessionId session, String agent, ServerMessage.Msg message, @Nullable String durableId)
      implements FiringEffect, SessionEffect {}
}

package dev.reveille.server.callback;

import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.kernel.DirectoryEffect;
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

  /** A durable callback is an entry of its channel, and its row is gone. */
  record CallbackSaid(String agent, String id) implements FiringEffect, DirectoryEffect {}

  /**
   * A durable callback has to wait: its agent may not speak yet.
   *
   * @param counted true if it was counted against its agent's limits
   */
  record CallbackLater(String agent, String id, long millis, boolean counted)
      implements FiringEffect, DirectoryEffect {}

  /**
   * A durable callback could not fire or be removed: it is tried again.
   *
   * @param counted true if it was counted against its agent's limits
   */
  record CallbackUndone(String agent, String id, boolean counted)
      implements FiringEffect, DirectoryEffect {}
}

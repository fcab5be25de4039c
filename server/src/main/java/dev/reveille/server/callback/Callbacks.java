package dev.reveille.server.callback;

import dev.reveille.server.kernel.SessionId;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The volatile callbacks of this node's sessions: they end with their session or with the process.
 * When one is due, its agent's cell is told.
 */
public interface Callbacks {
  /**
   * A callback that is allowed.
   *
   * @param channel the channel whose members get it; absent = only the agent itself
   */
  record Request(Duration delay, @Nullable String channel, String payload) {}

  /**
   * Sets a callback. Called on the agent's lane while the session is its body.
   *
   * @return its id; absent if the session has the most that it may
   */
  Optional<String> set(String agent, SessionId session, Request request);

  /**
   * Delays a callback that is due, before its agent's cell is done with it. It keeps its id and its
   * place among the pending ones.
   *
   * @param counted true if it was counted against its agent's limits
   * @return false if the session is gone, or if others took its place after its agent's cell was
   *     done
   */
  boolean later(String agent, SessionId session, String id, Request request, boolean counted);

  /** Removes all callbacks of a session that is gone. */
  void forget(SessionId session);
}

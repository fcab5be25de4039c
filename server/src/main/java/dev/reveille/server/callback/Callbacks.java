package dev.reveille.server.callback;

import dev.reveille.server.kernel.SessionId;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where the callbacks of this node's sessions wait. They are volatile: they die with their session
 * or with the process. When one is due, its agent's cell is told.
 */
public interface Callbacks {
  /**
   * A callback that is allowed.
   *
   * @param channel whose members get it; absent = only the agent itself
   */
  record Request(Duration delay, @Nullable String channel, String payload) {}

  /**
   * Sets a callback. Called by the agent's lane while the session is its body.
   *
   * @return its id; absent if the session has as many as it may
   */
  Optional<String> set(String agent, SessionId session, Request request);

  /**
   * Puts off a callback that is due, before its agent's cell is done with it. It keeps its id and
   * its place among those that may be pending.
   *
   * @param counted whether it was counted against its agent's limits
   * @return false if the session is gone, or others took its place after its agent's cell was done
   */
  boolean later(String agent, SessionId session, String id, Request request, boolean counted);

  /** The session is gone, and all its callbacks with it. */
  void forget(SessionId session);

  /** Whether the agent has durable callbacks, which {@link CallbackCommand} deals with. */
  boolean keeps(String agent);
}

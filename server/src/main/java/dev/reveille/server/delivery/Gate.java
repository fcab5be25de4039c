package dev.reveille.server.delivery;

import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.kernel.SessionId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Holds back messages to some sessions. Delivery asks it before it sends. Only effects change it,
 * so its changes have their place in the order of everything that is sent.
 *
 * <p>Called by the effects thread. The code that changes the gate must call {@link
 * Audiences#forget} for the session's channels when the gate starts or stops holding back for a
 * session.
 */
public interface Gate {
  /** False if nothing is held back for any session. Then no other method is called. */
  boolean holdsAnybody();

  /** True if {@link #passes} must decide about each message to the session. */
  boolean holds(SessionId session);

  /**
   * True if the message is sent now. If false, the gate keeps it for later or drops it.
   *
   * @param mentions the ids of the agents that it mentions
   * @param taken runs once the session got the message or does not want it
   */
  boolean passes(
      SessionId session, ServerMessage message, List<String> mentions, @Nullable Runnable taken);

  /** True if the session misses what is not sent to it now, and does not want it later either. */
  boolean passesOver(SessionId session);

  /** Holds back a direct message that is known only by its seq. */
  void hold(SessionId session, long seq);
}

package dev.reveille.server.delivery;

import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.kernel.SessionId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Holds back what is sent to some sessions. Whoever delivers asks it; it is changed by effects
 * alone, so closing and opening have their place in the order of everything that is sent.
 *
 * <p>Called by the effects' thread. When it begins or ends to hold back for a session, whoever
 * changes it calls {@link Audiences#forget} for the session's channels.
 */
public interface Gate {
  /** False if nothing is held back for anybody; then nothing else is asked. */
  boolean holdsAnybody();

  /** True if what is sent to the session has to be shown to {@link #passes} first. */
  boolean holds(SessionId session);

  /**
   * Returns whether a message is sent now. If not, the gate keeps it for later or drops it.
   *
   * @param mentions the ids of those whom it names
   * @param taken to be run once the session got it or does not want it
   */
  boolean passes(
      SessionId session, ServerMessage message, List<String> mentions, @Nullable Runnable taken);

  /** Holds back a direct message of which only its seq is known. */
  void hold(SessionId session, long seq);
}

package dev.reveille.server.inbox;

import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.SessionEffect;
import dev.reveille.server.kernel.SessionId;

/** An effect of the inbox. {@link PendingWaits} carries it out. */
sealed interface InboxEffect extends Effect {
  /**
   * Answers a PENDING of a session.
   *
   * @param waitMillis how long the answer waits if there is nothing to return
   */
  record Ask(SessionId session, PendingQuery query, int waitMillis)
      implements InboxEffect, SessionEffect {}
}

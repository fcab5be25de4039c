package dev.reveille.server.decision;

import dev.reveille.protocol.SeatState;
import dev.reveille.protocol.SessionEnding;
import org.jspecify.annotations.Nullable;

/**
 * A seat as a decision sees it.
 *
 * @param session the id of its present or last session; null if it had none
 * @param seenNonce the nonce that last came back from its harness; null if none did
 * @param canStart true if its harness can start a session
 * @param canNudge true if its harness can give a line to a session
 * @param nudgedInVain true if it was nudged since it went idle, and did nothing since
 * @param limitOver true if a limit of it passed and no wake was handed over since
 * @param tokens that its session used so far
 * @param dailyWakes the most wakes of a day
 */
public record SeatLook(
    SeatState state,
    @Nullable String session,
    @Nullable SessionEnding end,
    int fruitlessEnds,
    int crashes,
    int failedStarts,
    @Nullable String seenNonce,
    boolean canStart,
    boolean canNudge,
    boolean nudgedInVain,
    HarnessPresence presence,
    Reading lastTurnAt,
    Reading context,
    Reading tokens,
    Reading limitedUntil,
    boolean limitOver,
    boolean quiet,
    int dailyWakes) {

  /**
   * True if nothing of an action can be seen at the seat. If its process was stopped meanwhile, the
   * seat was not asked for it.
   */
  public boolean isUntouchedBy(WakeAction action) {
    return switch (action) {
      case START ->
          presence != HarnessPresence.IN_TURN
              && (state == SeatState.ENDED || state == SeatState.FULL);
      case NUDGE -> presence != HarnessPresence.IN_TURN && state == SeatState.IDLE && !nudgedInVain;
      // The sessions of an earlier process are gone.
      case MESSAGE -> true;
      // Its job says what became of it.
      case WEBHOOK, NONE -> false;
    };
  }
}

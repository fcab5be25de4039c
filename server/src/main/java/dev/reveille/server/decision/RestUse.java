package dev.reveille.server.decision;

import dev.reveille.protocol.SeatState;
import org.jspecify.annotations.Nullable;

/**
 * The tokens that a seat used while it rested, as far as its harness says.
 *
 * @param session the session at the last look; null if there was none
 * @param total the tokens that it had used by then
 * @param rested how many looks found that the seat rested since the look before
 * @param measured at how many of these the tokens were known
 * @param tokens used at these
 */
public record RestUse(
    @Nullable String session, Reading total, long rested, long measured, long tokens) {
  public static final RestUse NONE = new RestUse(null, Reading.UNKNOWN, 0, 0, 0);

  /** Returns the use after a look at a seat. */
  public static RestUse at(SeatLook seat) {
    return new RestUse(seat.session(), seat.tokens(), 0, 0, 0);
  }

  /**
   * Returns the use after one more look.
   *
   * @param before what the look before noted
   * @param beforeAt when that was
   * @param carries true if the counts go on; false if they begin anew
   */
  public static RestUse after(RestUse before, long beforeAt, SeatLook seat, boolean carries) {
    var now = at(seat);
    long rested = carries ? before.rested : 0;
    long measured = carries ? before.measured : 0;
    long tokens = carries ? before.tokens : 0;
    if (hasRested(before, beforeAt, seat)) {
      rested++;
      if (before.total.known() && now.total.known()) {
        measured++;
        tokens += Math.max(0, now.total.value() - before.total.value());
      }
    }
    return new RestUse(now.session, now.total, rested, measured, tokens);
  }

  /** True if nothing happened to the seat since, and no turn runs. */
  private static boolean hasRested(RestUse before, long beforeAt, SeatLook seat) {
    return seat.state() != SeatState.ACTIVE
        && seat.state() != SeatState.BOOTING
        && before.session != null
        && before.session.equals(seat.session())
        && seat.lastTurnAt().known()
        && seat.lastTurnAt().value() < beforeAt;
  }
}

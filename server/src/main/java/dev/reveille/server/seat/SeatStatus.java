package dev.reveille.server.seat;

import dev.reveille.protocol.SeatState;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * The state of a seat. A seat that is set aside keeps the state of its session beneath, so that
 * what happens meanwhile is not forgotten.
 *
 * @param life the state that its session brought about; never BENCHED or OPTED_OUT
 * @param benched true if an administrator set it aside
 * @param optedOut true if it must not be brought back
 */
public record SeatStatus(SeatState life, boolean benched, boolean optedOut) {
  /** The status of a new seat. */
  public static final SeatStatus NEW = new SeatStatus(SeatState.NEVER_STARTED, false, false);

  /** Returns the one state that people see. */
  public SeatState state() {
    return benched ? SeatState.BENCHED : optedOut ? SeatState.OPTED_OUT : life;
  }

  /** Returns the status after an event; empty if the event means nothing in this state. */
  public Optional<SeatStatus> after(SeatEvent event) {
    return switch (event) {
      case BENCHED -> changed(new SeatStatus(life, true, optedOut));
      case UNBENCHED -> changed(new SeatStatus(life, false, optedOut));
      case OPTED_OUT -> changed(new SeatStatus(life, benched, true));
      case OPTED_IN -> changed(new SeatStatus(life, benched, false));
      case START_BEGUN,
          START_FAILED,
          NOT_STARTED,
          START_CALLED_OFF,
          TURN_STARTED,
          WENT_SILENT,
          TURN_PROCESS_EXITED,
          EXITED,
          CRASHED,
          SUNSET,
          FULL_DECLARED,
          LIMITED,
          LIMIT_PASSED,
          UNSEEN,
          SEEN,
          STOPPED ->
          SeatTransitions.after(life, event).map(to -> new SeatStatus(to, benched, optedOut));
    };
  }

  private Optional<SeatStatus> changed(SeatStatus to) {
    return to.equals(this) ? Optional.empty() : Optional.of(to);
  }

  /** Returns what may be done to a seat with this status. */
  public Set<SeatAction> allowed() {
    var allowed = EnumSet.noneOf(SeatAction.class);
    allowed.addAll(SeatTransitions.allowed(life));
    if (benched) allowed.retainAll(SeatTransitions.allowed(SeatState.BENCHED));
    if (optedOut) allowed.retainAll(SeatTransitions.allowed(SeatState.OPTED_OUT));
    return allowed;
  }

  public boolean allows(SeatAction action) {
    return allowed().contains(action);
  }

  /** True if a session is there, or is being started. */
  public boolean hasSession() {
    return switch (life) {
      case BOOTING, ACTIVE, IDLE, RATE_LIMITED -> true;
      case NEVER_STARTED, ENDED, FULL, LOST, BENCHED, OPTED_OUT -> false;
    };
  }
}

package dev.reveille.server.wake;

import dev.reveille.server.decision.WakeAnswer;
import dev.reveille.server.decision.WakeReason;
import dev.reveille.server.kernel.Host;
import dev.reveille.server.seat.SeatAction;
import dev.reveille.server.seat.SeatCell;
import dev.reveille.server.seat.SeatCommand;
import dev.reveille.server.seat.StartReason;

/** Asks the cells of seats for actions. They decide if the state of the seat allows it. */
final class SeatCells implements SeatActor {
  private static final String ACTOR = "wake";

  private final Host host;

  SeatCells(Host host) {
    this.host = host;
  }

  @Override
  public void start(String seat, WakeAnswer why, String nonce, boolean override) {
    tell(seat, SeatAction.START, reason(why), "", nonce, why.names(), override);
  }

  @Override
  public void nudge(String seat, String line, String nonce, boolean override) {
    tell(seat, SeatAction.NUDGE, StartReason.ASKED, line, nonce, "woken", override);
  }

  private void tell(
      String seat,
      SeatAction action,
      StartReason reason,
      String line,
      String nonce,
      String evidence,
      boolean override) {
    host.tell(
        SeatCell.at(seat),
        new SeatCommand.Act(action, reason, line, nonce, ACTOR, evidence, override));
  }

  private static StartReason reason(WakeAnswer why) {
    if (why.has(WakeReason.SESSION_FULL)) return StartReason.FULL;
    if (why.has(WakeReason.SESSION_ENDED)) return StartReason.SUNSET;
    if (why.has(WakeReason.SESSION_CRASHED)) return StartReason.CRASHED;
    if (why.has(WakeReason.TIMER_DUE)) return StartReason.TIMER;
    return why.has(WakeReason.ASKED) ? StartReason.ASKED : StartReason.EXITED;
  }
}

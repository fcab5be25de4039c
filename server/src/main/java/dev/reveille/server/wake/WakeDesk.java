package dev.reveille.server.wake;

import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.protocol.WakeOrders;
import dev.reveille.server.decision.WakePolicy;
import dev.reveille.server.decision.WakeTrigger;
import dev.reveille.server.kernel.Cell;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Tell;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.seat.SeatOrdered;
import java.util.List;

/**
 * Takes an administrator's order to wake a seat: it is decided as every wake is, with the order as
 * its cause. The answer says that it was asked; the ledger says what came of it.
 *
 * @param exists false if the agent has no seat
 */
record WakeDesk(String seat, boolean exists) implements Cell {
  static final String KIND = "wake-desk";

  @Override
  public Step handle(Command command) {
    var ordered = (SeatOrdered) command;
    var request = ordered.request();
    if (!exists) {
      return Step.of(
          Unit.barrier(request.refused(ErrorCode.AGENT_NOT_FOUND, seat + " has no seat")));
    }
    var order = (WakeOrders.WakeSeat) request.order();
    var look = new WakeCommand.Look(WakeTrigger.OPERATOR, WakePolicy.IMMEDIATE, order.override());
    var fields = new JsonText(64).field("identity", seat).fields();
    return Step.of(
        Unit.required(
            ordered.audit(),
            List.of(
                new Tell(WakeCell.at(seat), look),
                request.answered(new ServerMessage.AdminResult(order.action(), true, fields))),
            request.unhandled()));
  }

  @Override
  public boolean mayUnload() {
    return true;
  }

  @Override
  public boolean isLoadedEachTime() {
    return true;
  }
}

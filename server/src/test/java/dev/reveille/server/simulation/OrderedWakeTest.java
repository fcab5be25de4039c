package dev.reveille.server.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.protocol.WakeOrders;
import dev.reveille.server.decision.GateState;
import dev.reveille.server.decision.WakeReason;
import org.junit.jupiter.api.Test;

/** Wakes by an administrator's order. */
class OrderedWakeTest extends RouteFixture {
  private void order(String agent, boolean override) {
    var order = new WakeOrders.WakeSeat(agent, override);
    send(cy, new ClientMessage.Admin(order, SimulatedNode.ADMIN_KEY));
    work();
  }

  @Test
  void an_order_wakes_a_seat_for_which_nothing_waits_and_the_ledger_says_why() {
    minutes(5);
    assertThat(wakes(ADA)).isEmpty();
    order("ada", false);
    assertThat(wakes(ADA)).hasSize(1);
    assertThat(lastReasons(ADA)).contains(WakeReason.ASKED);
    assertThat(messages(cy, ServerMessage.AdminResult.class).getLast().extras()).contains(ADA);
  }

  @Test
  void a_closed_gate_holds_it_unless_it_is_overridden_which_is_written_down() {
    gate(GateState.CLOSED);
    order("ada", false);
    assertThat(wakes(ADA)).isEmpty();
    assertThat(lastReasons(ADA)).contains(WakeReason.ASKED, WakeReason.GATE_CLOSED);
    order("ada", true);
    assertThat(wakes(ADA)).hasSize(1);
    assertThat(lastReasons(ADA)).contains(WakeReason.ASKED, WakeReason.GATE_OVERRIDDEN);
    assertThat(calls("nudge")).as("the actor lets it pass, too").isEqualTo(1);
  }

  @Test
  void an_agent_without_a_seat_is_refused() {
    order("cy", false);
    assertThat(messages(cy, ServerMessage.Failure.class).getLast().code())
        .isEqualTo(ErrorCode.AGENT_NOT_FOUND);
  }
}

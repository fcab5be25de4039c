package dev.reveille.server.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.SeatState;
import dev.reveille.protocol.SessionEnding;
import dev.reveille.server.decision.GateState;
import dev.reveille.server.seat.SeatAction;
import dev.reveille.server.seat.SeatEvent;
import dev.reveille.server.seat.StartReason;
import dev.reveille.server.wake.GateCell;
import org.junit.jupiter.api.Test;

/** A gate that closes while something is done at a harness. */
class SeatGateTest extends SeatFixture {

  private void gate(GateState state) {
    node.tell(GateCell.ID, new GateCell.SetGate(state, "operator", "the test", false));
    node.run();
  }

  /** Begins the start of a successor, and lets the first steps end. */
  private String successor(int steps) {
    define(ADA);
    var first = start(ADA);
    find(ADA, SeatEvent.SUNSET);
    act(ADA, SeatAction.START, StartReason.SUNSET);
    node.run();
    for (int i = 0; i < steps; i++) {
      assertThat(workOnce()).isTrue();
      node.run();
    }
    return first;
  }

  @Test
  void a_gate_that_closes_before_the_start_calls_it_off_and_the_start_is_made_up_for() {
    var first = successor(1);
    gate(GateState.CLOSED);
    work();
    assertThat(calls()).containsExactly("start", "inject", "terminate", "isGone");
    assertThat(state(ADA)).isEqualTo(SeatState.ENDED);
    assertThat(session(ADA).ending()).isEqualTo(SessionEnding.CALLED_OFF);
    assertThat(log(ADA)).endsWith("START FORBIDDEN", "START_CALLED_OFF");
    gate(GateState.OPEN);
    act(ADA, SeatAction.START, StartReason.EXITED);
    work();
    assertThat(state(ADA)).isEqualTo(SeatState.ACTIVE);
    assertThat(session(ADA).origin()).isEqualTo(first);
    assertThat(session(ADA).reason()).as("of the first try").isEqualTo(StartReason.SUNSET);
    assertThat(harness().most()).isEqualTo(1);
  }

  @Test
  void a_gate_that_closes_before_the_first_text_ends_the_process_that_waits_for_it() {
    successor(3);
    assertThat(harness().living(ADA)).hasSize(1);
    gate(GateState.CLOSED);
    work();
    assertThat(log(ADA)).endsWith("INJECT FORBIDDEN", "START_CALLED_OFF", "STOP DONE");
    assertThat(harness().living(ADA)).isEmpty();
    assertThat(state(ADA)).isEqualTo(SeatState.ENDED);
    gate(GateState.OPEN);
    act(ADA, SeatAction.START, StartReason.EXITED);
    work();
    assertThat(state(ADA)).isEqualTo(SeatState.ACTIVE);
  }

  @Test
  void a_nudge_that_the_gate_stopped_was_none() {
    define(ADA);
    start(ADA);
    find(ADA, SeatEvent.WENT_SILENT);
    gate(GateState.CLOSED);
    act(ADA, SeatAction.NUDGE, StartReason.ASKED);
    work();
    assertThat(calls()).doesNotContain("nudge");
    assertThat(progress(ADA).nudged()).isFalse();
  }

  @Test
  void a_session_can_be_ended_while_the_gate_is_closed() {
    define(ADA);
    start(ADA);
    gate(GateState.CLOSED);
    act(ADA, SeatAction.TERMINATE, StartReason.ASKED);
    work();
    assertThat(state(ADA)).isEqualTo(SeatState.ENDED);
    assertThat(harness().living(ADA)).isEmpty();
  }
}

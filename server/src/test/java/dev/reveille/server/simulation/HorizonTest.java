package dev.reveille.server.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.Identity;
import dev.reveille.protocol.Priority;
import dev.reveille.server.decision.GateState;
import dev.reveille.server.seat.SeatEvent;
import dev.reveille.server.wake.GateCell;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The setting for how long mail may wake. */
class HorizonTest extends WakeFixture {
  private static final Identity CY_KEY = SeededIdentity.of(3);

  HorizonTest() {
    super(SimulatedNode.with(new Random(7), "wake.horizon-minutes = 300"));
  }

  private void gate(GateState state) {
    node.tell(GateCell.ID, new GateCell.SetGate(state, "operator", "the test", false));
    node.run();
  }

  private void adaIsIdle() {
    known(ADA_KEY, "ada");
    define(ADA);
    start(ADA);
    find(ADA, SeatEvent.WENT_SILENT);
    minute();
  }

  @Test
  void mail_that_came_while_the_gate_was_closed_wakes_when_it_opens_however_long_that_was() {
    var cy = node.connect("cy").identify(CY_KEY);
    node.run();
    adaIsIdle();
    gate(GateState.CLOSED);
    minutes(60);
    mail(cy, ADA, "please look", Priority.HIGH);
    minutes(600);
    assertThat(wakes(ADA)).isEmpty();
    gate(GateState.OPEN);
    minutes(6);
    assertThat(wakes(ADA)).hasSize(1);
  }

  @Test
  void mail_that_was_too_old_before_the_gate_closed_wakes_nobody_when_it_opens() {
    var cy = node.connect("cy").identify(CY_KEY);
    node.run();
    adaIsIdle();
    find(ADA, SeatEvent.TURN_STARTED);
    mail(cy, ADA, "please look", Priority.HIGH);
    inTurn(310);
    gate(GateState.CLOSED);
    find(ADA, SeatEvent.WENT_SILENT);
    minutes(60);
    gate(GateState.OPEN);
    minutes(60);
    assertThat(wakes(ADA)).isEmpty();
  }

  @Test
  void a_fence_still_keeps_an_old_backlog_from_waking_anybody() {
    var cy = node.connect("cy").identify(CY_KEY);
    node.run();
    adaIsIdle();
    gate(GateState.CLOSED);
    mail(cy, ADA, "please look", Priority.HIGH);
    minutes(60);
    node.tell(GateCell.ID, new GateCell.SetGate(GateState.OPEN, "operator", "the test", true));
    minutes(60);
    assertThat(wakes(ADA)).isEmpty();
  }

  @Test
  void a_longer_horizon_lets_mail_of_four_hours_wake_when_the_gate_opens() {
    var cy = node.connect("cy").identify(CY_KEY);
    node.run();
    adaIsIdle();
    gate(GateState.CLOSED);
    mail(cy, ADA, "please look", Priority.HIGH);
    minutes(240);
    assertThat(wakes(ADA)).isEmpty();
    gate(GateState.OPEN);
    minutes(6);
    assertThat(wakes(ADA)).hasSize(1);
  }
}

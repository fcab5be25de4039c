package dev.reveille.server.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.Identity;
import dev.reveille.protocol.Priority;
import dev.reveille.server.decision.GateState;
import dev.reveille.server.decision.SaveGate;
import dev.reveille.server.decision.StoredGate;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.Committer;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.seat.SeatEvent;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The setting for how long mail may wake. */
class HorizonTest extends WakeFixture {
  private static final Identity CY_KEY = SeededIdentity.of(3);

  HorizonTest() {
    super(SimulatedNode.with(new Random(7), "wake.horizon-minutes = 300"));
  }

  private void gate(GateState state) {
    var saved = new SaveGate(new StoredGate(state, 1, "server", "test"));
    node.store()
        .submit(
            new Committer.Submission(
                new CellId("test", "gate"),
                1,
                Unit.required(List.of(saved), List.of(), List.of())));
    node.run();
  }

  @Test
  void a_longer_horizon_lets_mail_of_four_hours_wake_when_the_gate_opens() {
    var cy = node.connect("cy").identify(CY_KEY);
    node.run();
    known(ADA_KEY, "ada");
    define(ADA);
    start(ADA);
    find(ADA, SeatEvent.WENT_SILENT);
    minute();
    gate(GateState.CLOSED);
    mail(cy, ADA, "please look", Priority.HIGH);
    minutes(240);
    assertThat(wakes(ADA)).isEmpty();
    gate(GateState.OPEN);
    minutes(6);
    assertThat(wakes(ADA)).hasSize(1);
  }
}

package dev.reveille.server.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.Priority;
import dev.reveille.server.decision.GateState;
import dev.reveille.server.decision.SaveGate;
import dev.reveille.server.decision.StoredGate;
import dev.reveille.server.decision.WakeProof;
import dev.reveille.server.decision.WakeReason;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.Committer;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.seat.ScriptedHarness;
import dev.reveille.server.seat.SeatEvent;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A seat that is being woken is left alone, and nobody else is. What holds a seat is its action in
 * flight: a row of the store, with a time.
 */
class WakeLeaseTest extends WakeFixture {
  private SimulatedAgent cy = node.connect("cy").identify(SeededIdentity.of(3));

  @BeforeEach
  void twoSeatsAreIdle() {
    node.run();
    known(ADA_KEY, "ada");
    known(BOB_KEY, "bob");
    for (var seat : new String[] {ADA, BOB}) {
      define(seat);
      start(seat);
      find(seat, SeatEvent.WENT_SILENT);
    }
    minute();
  }

  private long nudges(String seat) {
    return harness().calls().stream()
        .filter(call -> call.what().equals("nudge") && call.identity().equals(seat))
        .count();
  }

  @Test
  void behaviour_06_a_seat_with_an_action_in_flight_is_skipped_and_another_is_woken() {
    harness().follow(ScriptedHarness.Script.SILENT);
    mail(cy, ADA, "one", Priority.HIGH);
    minutes(5);
    assertThat(nudges(ADA)).isEqualTo(1);
    mail(cy, ADA, "two", Priority.HIGH);
    mail(cy, BOB, "three", Priority.HIGH);
    minutes(7);
    assertThat(nudges(ADA)).isEqualTo(1);
    assertThat(lastReasons(ADA)).contains(WakeReason.ACTION_IN_FLIGHT);
    assertThat(nudges(BOB)).isEqualTo(1);
  }

  @Test
  void behaviour_07_an_action_that_is_too_old_is_ended_with_a_note_and_the_same_look_goes_on() {
    harness().follow(ScriptedHarness.Script.SILENT);
    mail(cy, ADA, "one", Priority.HIGH);
    minutes(5);
    mail(cy, ADA, "two", Priority.HIGH);
    minutes(20);
    assertThat(wakes(ADA).getFirst().proof()).isEqualTo(WakeProof.ABANDONED);
    var ended = Objects.requireNonNull(wakes(ADA).getFirst().proofAt());
    assertThat(decisions(ADA))
        .as("the look that ended it is one that decides again")
        .anyMatch(
            next ->
                next.n() > 1
                    && !next.because().contains(WakeReason.ACTION_IN_FLIGHT)
                    && next.firstAt() == ended);
  }

  @Test
  void behaviour_11_a_look_that_throws_stops_neither_other_seats_nor_the_next_pulse() {
    mail(cy, ADA, "one", Priority.HIGH);
    mail(cy, BOB, "two", Priority.HIGH);
    node.fragile("sense/" + ADA);
    minutes(12);
    assertThat(nudges(ADA)).isZero();
    assertThat(nudges(BOB)).isEqualTo(1);
    node.fragile(null);
    minutes(6);
    assertThat(nudges(ADA)).isEqualTo(1);
  }

  private void fence() {
    var open =
        new StoredGate(GateState.OPEN, node.wallMillis(), "ann", "restart", node.wallMillis());
    node.store()
        .submit(
            new Committer.Submission(
                new CellId("test", "gate"),
                1,
                Unit.required(List.of(new SaveGate(open)), List.of(), List.of())));
    node.run();
    node = node.kill();
    work();
    cy = node.connect("cy").identify(SeededIdentity.of(3));
    node.run();
  }

  @Test
  void behaviour_90_what_waited_before_the_fence_wakes_nobody_and_what_comes_later_does() {
    for (int i = 0; i < 10; i++) mail(cy, ADA, "a backlog " + i, Priority.HIGH);
    pass(Duration.ofSeconds(10));
    fence();
    minutes(3 * 60);
    assertThat(wakes(ADA)).isEmpty();
    assertThat(lastReasons(ADA)).contains(WakeReason.NOTHING_TO_DO);
    mail(cy, ADA, "something new", Priority.NORMAL);
    minutes(8);
    assertThat(wakes(ADA)).hasSize(1);
    assertThat(harness().calls().getLast().text()).contains("1 unread");
  }
}

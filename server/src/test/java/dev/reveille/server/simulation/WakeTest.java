package dev.reveille.server.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.Identity;
import dev.reveille.protocol.Priority;
import dev.reveille.protocol.SeatState;
import dev.reveille.protocol.WakeMessages;
import dev.reveille.server.decision.GateState;
import dev.reveille.server.decision.SaveGate;
import dev.reveille.server.decision.StoredGate;
import dev.reveille.server.decision.WakeAction;
import dev.reveille.server.decision.WakeProof;
import dev.reveille.server.decision.WakeReads;
import dev.reveille.server.decision.WakeReason;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.Committer;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.seat.HarnessOutcome;
import dev.reveille.server.seat.ScriptedHarness;
import dev.reveille.server.seat.SeatAction;
import dev.reveille.server.seat.SeatEvent;
import dev.reveille.server.seat.StartReason;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Wakes on a whole node: mail, harness, sessions, gate and ledger together. */
class WakeTest extends WakeFixture {
  private static final Identity CY_KEY = SeededIdentity.of(3);
  private SimulatedAgent cy = node.connect("cy").identify(CY_KEY);

  @BeforeEach
  void adaIsIdle() {
    node.run();
    known(ADA_KEY, "ada");
    define(ADA);
    start(ADA);
    find(ADA, SeatEvent.WENT_SILENT);
    // The node learns of new seats with the next beat.
    minute();
  }

  @Test
  void behaviour_01_an_empty_night_calls_no_harness_and_no_model() {
    long before = harness().calls().size();
    minutes(8 * 60);
    assertThat(harness().calls()).hasSize((int) before);
    assertThat(wakes(ADA)).isEmpty();
    assertThat(lastReasons(ADA)).contains(WakeReason.NOTHING_TO_DO);
    assertThat(decisions(ADA)).hasSizeLessThanOrEqualTo(2);
  }

  @Test
  void mail_wakes_an_idle_seat_once_its_window_is_over_and_the_nonce_proves_it() {
    mail(cy, ADA, "please look", Priority.HIGH);
    pass(Duration.ofSeconds(149));
    work();
    assertThat(wakes(ADA)).isEmpty();
    pass(Duration.ofSeconds(2));
    work();
    var wake = wakes(ADA).getFirst();
    assertThat(wake.action()).isEqualTo(WakeAction.NUDGE);
    assertThat(wake.because()).contains(WakeReason.HIGH_UNREAD);
    assertThat(wake.proof()).isEqualTo(WakeProof.STARTED);
    assertThat(harness().calls().getLast().text()).contains("1 unread (1 high, from ");
    assertThat(harness().calls().getLast().text()).doesNotContain("please look");
    assertThat(calls("start")).isEqualTo(1);
  }

  @Test
  void behaviour_52_a_burst_is_one_wake() {
    for (int i = 0; i < 3; i++) {
      mail(cy, ADA, "and another", Priority.NORMAL);
      pass(Duration.ofSeconds(60));
    }
    pass(Duration.ofSeconds(100));
    work();
    assertThat(wakes(ADA)).hasSize(1);
    assertThat(harness().calls().getLast().text()).contains("3 unread");
  }

  @Test
  void behaviour_69_a_message_to_everybody_interrupts_nobody() {
    cy.say("#general", "good evening");
    minutes(20);
    assertThat(wakes(ADA)).isEmpty();
  }

  @Test
  void behaviour_71_a_declared_end_is_recovered_within_one_cycle_and_only_once() {
    find(ADA, SeatEvent.SUNSET);
    assertThat(state(ADA)).isEqualTo(SeatState.ENDED);
    minutes(6);
    assertThat(state(ADA)).isEqualTo(SeatState.ACTIVE);
    assertThat(calls("start")).isEqualTo(2);
    minutes(30);
    assertThat(calls("start")).isEqualTo(2);
    assertThat(harness().most()).isEqualTo(1);
  }

  @Test
  void behaviour_70_a_silent_seat_is_nudged_and_never_started() {
    mail(cy, ADA, "are you there", Priority.NORMAL);
    harness().follow(ScriptedHarness.Script.SILENT);
    minutes(24 * 60);
    assertThat(calls("start")).isEqualTo(1);
    assertThat(calls("nudge")).isEqualTo(1);
    assertThat(lastReasons(ADA)).contains(WakeReason.NUDGED_IN_VAIN);
    var gate = node.store().reads(WakeReads.class).gate();
    assertThat(gate.state()).as("one silent seat holds up nobody else").isEqualTo(GateState.OPEN);
  }

  @Test
  void a_nudge_that_was_answered_beside_the_seats_connection_is_not_in_vain() {
    harness().follow(ScriptedHarness.Script.SILENT);
    mail(cy, ADA, "one", Priority.HIGH);
    minutes(6);
    assertThat(calls("nudge")).isEqualTo(1);
    var side = node.connect("ada").identifyAside(ADA_KEY);
    node.run();
    side.say("#general", "on it");
    node.run();
    mail(cy, ADA, "two", Priority.HIGH);
    minutes(40);
    assertThat(calls("nudge")).isEqualTo(2);
  }

  @Test
  void behaviour_75_three_wakes_without_an_answer_trip_the_gate_for_everybody() {
    for (int i = 0; i < 3; i++) {
      harness().plan("nudge", ADA, HarnessOutcome.failed("it does not answer"));
    }
    mail(cy, ADA, "are you there", Priority.NORMAL);
    minutes(6 * 60);
    var gate = node.store().reads(WakeReads.class).gate();
    assertThat(gate.state()).isEqualTo(GateState.TRIPPED);
    assertThat(gate.reason()).contains(ADA);
    int wakes = wakes(ADA).size();
    mail(cy, ADA, "and now", Priority.HIGH);
    minutes(60);
    assertThat(wakes(ADA)).hasSize(wakes);
    assertThat(lastReasons(ADA)).contains(WakeReason.GATE_TRIPPED);
  }

  @Test
  void a_connected_program_that_heeds_no_wake_stops_nobody_and_the_harness_is_asked() {
    var ada = node.connect("ada").identifyConfirming(ADA_KEY);
    node.run();
    mail(cy, ADA, "are you there", Priority.NORMAL);
    minutes(24 * 60);
    assertThat(messages(ada, WakeMessages.Wake.class)).hasSize(1);
    assertThat(wakes(ADA)).extracting(wake -> wake.action()).contains(WakeAction.NUDGE);
    assertThat(node.store().reads(WakeReads.class).gate().state()).isEqualTo(GateState.OPEN);
  }

  @Test
  void an_agent_that_takes_no_wakes_between_its_calls_is_woken_by_its_harness() {
    var ada = node.connect("ada").identifyConfirming(ADA_KEY);
    node.run();
    send(ada, new WakeMessages.TakeWakes(false));
    mail(cy, ADA, "hello", Priority.HIGH);
    pass(Duration.ofSeconds(160));
    work();
    assertThat(messages(ada, WakeMessages.Wake.class)).isEmpty();
    assertThat(wakes(ADA)).hasSize(1);
    assertThat(wakes(ADA).getFirst().action()).isEqualTo(WakeAction.NUDGE);
    assertThat(wakes(ADA).getFirst().proof()).isEqualTo(WakeProof.STARTED);
  }

  @Test
  void an_agent_that_takes_wakes_again_is_told_by_its_session() {
    var ada = node.connect("ada").identifyConfirming(ADA_KEY);
    node.run();
    send(ada, new WakeMessages.TakeWakes(false));
    send(ada, new WakeMessages.TakeWakes(true));
    mail(cy, ADA, "hello", Priority.HIGH);
    pass(Duration.ofSeconds(160));
    assertThat(messages(ada, WakeMessages.Wake.class)).hasSize(1);
    assertThat(calls("nudge")).isZero();
  }

  private void closeGate() {
    var closed = new StoredGate(GateState.TRIPPED, 1, "server", "test");
    var saved =
        new Committer.Submission(
            new CellId("test", "gate"),
            1,
            Unit.required(List.of(new SaveGate(closed)), List.of(), List.of()));
    node.store().submit(saved);
    node.run();
  }

  @Test
  void behaviour_78_a_direct_call_is_refused_while_the_gate_is_closed() {
    closeGate();
    find(ADA, SeatEvent.SUNSET);
    act(ADA, SeatAction.START, StartReason.ASKED);
    work();
    assertThat(calls("start")).isEqualTo(1);
  }

  @Test
  void behaviour_79_a_tripped_gate_stays_tripped() {
    closeGate();
    mail(cy, ADA, "hello", Priority.HIGH);
    minutes(3 * 24 * 60);
    assertThat(node.store().reads(WakeReads.class).gate().state()).isEqualTo(GateState.TRIPPED);
    assertThat(wakes(ADA)).isEmpty();
  }

  @Test
  void behaviour_72_a_seat_that_never_started_is_not_resumed() {
    known(BOB_KEY, "bob");
    define(BOB);
    mail(cy, BOB, "hello", Priority.HIGH);
    minutes(30);
    assertThat(wakes(BOB)).isEmpty();
    assertThat(lastReasons(BOB)).contains(WakeReason.NEVER_STARTED);
  }

  @Test
  void a_connected_agent_gets_the_wake_as_a_message_and_echoes_its_nonce() {
    var ada = node.connect("ada").identifyConfirming(ADA_KEY);
    node.run();
    mail(cy, ADA, "hello", Priority.HIGH);
    pass(Duration.ofSeconds(160));
    var sent = TaskFixture.messages(ada, WakeMessages.Wake.class);
    assertThat(sent).hasSize(1);
    assertThat(sent.getFirst().line()).contains("1 unread");
    assertThat(wakes(ADA).getFirst().action()).isEqualTo(WakeAction.MESSAGE);
    assertThat(wakes(ADA).getFirst().proof()).isEqualTo(WakeProof.OFFERED);
    ada.send(new WakeMessages.Started(sent.getFirst().nonce()));
    node.run();
    assertThat(wakes(ADA).getFirst().proof()).isEqualTo(WakeProof.STARTED);
    assertThat(TaskFixture.messages(ada, WakeMessages.StartNoted.class)).hasSize(1);
    ada.say("#general", "on it");
    node.run();
    assertThat(wakes(ADA).getFirst().proof()).isEqualTo(WakeProof.ACTED);
  }

  @Test
  void an_agent_that_put_itself_to_sleep_is_left_asleep() {
    var ada = node.connect("ada").identifyConfirming(ADA_KEY);
    node.run();
    ada.say(ADA, "good night @@sleep:3600s@@");
    node.run();
    mail(cy, ADA, "hello", Priority.HIGH);
    minutes(30);
    assertThat(wakes(ADA)).isEmpty();
    assertThat(lastReasons(ADA)).contains(WakeReason.ASLEEP);
  }

  @Test
  void an_action_in_flight_survives_the_process() {
    mail(cy, ADA, "hello", Priority.HIGH);
    pass(Duration.ofSeconds(160));
    assertThat(wakes(ADA)).hasSize(1);
    node = node.kill();
    work();
    minutes(10);
    assertThat(wakes(ADA)).hasSize(1);
  }

  @Test
  void an_action_whose_process_died_is_settled_in_time() {
    mail(cy, ADA, "hello", Priority.HIGH);
    pass(Duration.ofSeconds(160));
    workOnce();
    node = node.kill();
    work();
    minutes(20);
    var proof = wakes(ADA).getFirst().proof();
    assertThat(proof == WakeProof.ABANDONED || (proof != null && proof.isStarted()))
        .as("" + proof)
        .isTrue();
  }
}

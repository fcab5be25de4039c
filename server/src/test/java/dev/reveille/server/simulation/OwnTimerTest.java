package dev.reveille.server.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.Identity;
import dev.reveille.protocol.Priority;
import dev.reveille.protocol.SeatState;
import dev.reveille.protocol.WakeMessages;
import dev.reveille.server.decision.WakeAction;
import dev.reveille.server.decision.WakeReads;
import dev.reveille.server.decision.WakeReason;
import dev.reveille.server.seat.SeatEvent;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The wishes of an agent for itself: to be woken at a time, and to be left asleep until then. */
class OwnTimerTest extends WakeFixture {
  private static final Identity CY_KEY = SeededIdentity.of(3);
  private SimulatedAgent cy = node.connect("cy").identify(CY_KEY);

  @BeforeEach
  void adaIsIdle() {
    node.run();
    known(ADA_KEY, "ada");
    define(ADA);
    start(ADA);
    find(ADA, SeatEvent.WENT_SILENT);
    minute();
  }

  private SimulatedAgent ada() {
    var ada = node.connect("ada").identifyDurable(ADA_KEY);
    node.run();
    return ada;
  }

  private void restart() {
    node = node.kill();
    work();
    cy = node.connect("cy").identify(CY_KEY);
    node.run();
  }

  private void saysAndLeaves(String text) {
    var ada = ada();
    ada.say(ADA, text);
    node.run();
    ada.vanish();
    node.run();
  }

  private long asleepUntil() {
    return node.store().reads(WakeReads.class).wake(ADA).orElseThrow().asleepUntil();
  }

  @Test
  void a_seat_whose_session_ended_is_started_at_the_time_that_its_agent_asked_for() {
    saysAndLeaves("@@cb:1200s@@look at the build");
    exit(ADA, SeatEvent.EXITED);
    assertThat(state(ADA)).isEqualTo(SeatState.ENDED);
    minutes(19);
    assertThat(calls("start")).isEqualTo(1);
    pass(Duration.ofMinutes(2));
    pass(Duration.ofSeconds(1));
    work();
    var wake = wakes(ADA).getLast();
    assertThat(wake.action()).isEqualTo(WakeAction.START);
    assertThat(wake.because()).contains(WakeReason.TIMER_DUE);
    assertThat(wake.inputs()).contains("by=timer");
    assertThat(calls("start")).isEqualTo(2);
  }

  @Test
  void an_idle_seat_is_nudged_at_that_time_without_waiting_for_other_events() {
    saysAndLeaves("@@cb:600s@@look at the build");
    pass(Duration.ofSeconds(602));
    pass(Duration.ofSeconds(1));
    work();
    assertThat(wakes(ADA)).hasSize(1);
    assertThat(harness().calls().getLast().text())
        .contains("1 timer of yours due")
        .doesNotContain("look at the build");
  }

  @Test
  void the_time_of_a_timer_passes_while_the_server_is_down_and_it_wakes_once() {
    saysAndLeaves("@@cb:600s@@look at the build");
    node = node.kill();
    node.pass(Duration.ofMinutes(30));
    restart();
    minutes(8);
    assertThat(wakes(ADA)).hasSize(1);
    assertThat(wakes(ADA).getFirst().because()).contains(WakeReason.TIMER_DUE);
  }

  @Test
  void an_agent_whose_session_ended_in_its_sleep_is_left_asleep_until_its_own_timer() {
    saysAndLeaves("good night @@sleep:3600s@@");
    mail(cy, ADA, "hello", Priority.HIGH);
    minutes(55);
    assertThat(wakes(ADA)).isEmpty();
    assertThat(lastReasons(ADA)).contains(WakeReason.ASLEEP);
    minutes(10);
    assertThat(wakes(ADA)).hasSize(1);
    assertThat(wakes(ADA).getFirst().because()).contains(WakeReason.TIMER_DUE);
    assertThat(asleepUntil()).isZero();
  }

  @Test
  void its_sleep_holds_over_a_restart_of_the_server_also_if_it_comes_back_meanwhile() {
    saysAndLeaves("good night @@sleep:3600s@@");
    minutes(5);
    restart();
    mail(cy, ADA, "hello", Priority.HIGH);
    minutes(20);
    var ada = node.connect("ada").identifyConfirming(ADA_KEY);
    node.run();
    minutes(20);
    assertThat(wakes(ADA)).isEmpty();
    assertThat(messages(ada, WakeMessages.Wake.class)).isEmpty();
    minutes(25);
    assertThat(wakes(ADA)).hasSize(1);
    assertThat(messages(ada, WakeMessages.Wake.class)).hasSize(1);
  }

  @Test
  void a_wall_clock_that_jumps_back_does_not_make_the_sleep_longer() {
    saysAndLeaves("good night @@sleep:3600s@@");
    node.jumpWall(Duration.ofHours(-5));
    mail(cy, ADA, "hello", Priority.HIGH);
    minutes(50);
    assertThat(wakes(ADA)).isEmpty();
    minutes(20);
    assertThat(wakes(ADA)).hasSize(1);
  }

  @Test
  void recovery_respects_the_sleep_of_an_agent_whose_session_ended() {
    saysAndLeaves("good night @@sleep:3600s@@");
    find(ADA, SeatEvent.SUNSET);
    restart();
    minutes(50);
    assertThat(calls("start")).isEqualTo(1);
    minutes(15);
    assertThat(calls("start")).isEqualTo(2);
  }

  @Test
  void an_agent_that_speaks_is_awake_also_after_a_restart() {
    saysAndLeaves("good night @@sleep:3600s@@");
    assertThat(asleepUntil()).isPositive();
    restart();
    saysAndLeaves("I am up");
    assertThat(asleepUntil()).isZero();
    mail(cy, ADA, "hello", Priority.HIGH);
    minutes(8);
    assertThat(wakes(ADA)).hasSize(1);
  }

  @Test
  void an_agent_without_a_seat_leaves_no_note_of_its_sleep() {
    cy.say("#general", "@@sleep:600s@@");
    node.run();
    assertThat(node.store().reads(WakeReads.class).wake("@" + CY_KEY.publicKey().agentId()))
        .isEmpty();
  }
}

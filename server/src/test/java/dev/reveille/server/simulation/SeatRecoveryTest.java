package dev.reveille.server.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.Identity;
import dev.reveille.protocol.Priority;
import dev.reveille.protocol.SeatMessages;
import dev.reveille.protocol.SeatState;
import dev.reveille.protocol.SessionEnding;
import dev.reveille.protocol.TaskDraft;
import dev.reveille.protocol.TaskMessages;
import dev.reveille.protocol.TaskMove;
import dev.reveille.protocol.TaskState;
import dev.reveille.server.decision.WakeAction;
import dev.reveille.server.decision.WakeReads;
import dev.reveille.server.decision.WakeReason;
import dev.reveille.server.kernel.JobEnd;
import dev.reveille.server.seat.HarnessFinding;
import dev.reveille.server.seat.HarnessOutcome;
import dev.reveille.server.seat.ScriptedHarness;
import dev.reveille.server.seat.SeatCell;
import dev.reveille.server.seat.SeatCommand;
import dev.reveille.server.seat.SeatEvent;
import dev.reveille.server.seat.StartReason;
import dev.reveille.server.task.TaskReads;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A seat is brought back, and not for ever: what its sessions did decides. */
class SeatRecoveryTest extends WakeFixture {
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

  /** The session connects, says these things and goes. */
  private void say(String... texts) {
    var agent = connect(ADA_KEY, session(ADA).id());
    for (var text : texts) {
      agent.say("#general", text);
      node.run();
    }
    agent.vanish();
    node.run();
  }

  private void limit(Duration time) {
    long until = node.wallMillis() + time.toMillis();
    harness()
        .report(
            List.of(
                new HarnessFinding(
                    ADA, session(ADA).id(), SeatEvent.LIMITED, "429", until, null, null)));
    node.run();
  }

  /* Progress. */

  @Test
  void an_agent_that_says_hello_and_goodbye_is_brought_back_once_and_then_only_for_a_reason() {
    for (int i = 0; i < 3; i++) {
      if (!session(ADA).isOpen()) break;
      say("hi", "bye @@sunset@@");
      minutes(20);
    }
    assertThat(sessions(ADA)).hasSize(2);
    assertThat(state(ADA)).isEqualTo(SeatState.ENDED);
    assertThat(lastReasons(ADA)).contains(WakeReason.FRUITLESS_ENDS);
    mail(cy, ADA, "a reason", Priority.NORMAL);
    minutes(10);
    assertThat(sessions(ADA)).hasSize(3);
  }

  @Test
  void a_session_that_says_more_than_one_thing_makes_progress() {
    say("hi", "the build is green again");
    find(ADA, SeatEvent.SUNSET);
    minutes(10);
    say("hi", "and the tests", "bye @@sunset@@");
    assertThat(progress(ADA).endsInRow()).isEqualTo(1);
  }

  @Test
  void an_answer_is_progress_also_if_it_is_all_that_a_session_says() {
    find(ADA, SeatEvent.SUNSET);
    minutes(10);
    cy.say("#general", "who is there?");
    node.run();
    var asked = cy.echoes().getLast().json().path("msg_id").asString("");
    var agent = connect(ADA_KEY, session(ADA).id());
    agent.send(
        new ClientMessage.Msg("#general", "I am", null, "\"" + asked + "\"", List.of(), null));
    node.run();
    agent.vanish();
    node.run();
    find(ADA, SeatEvent.SUNSET);
    assertThat(progress(ADA).endsInRow()).isEqualTo(1);
  }

  @Test
  void a_task_that_is_moved_by_a_connection_beside_the_seat_is_progress() {
    find(ADA, SeatEvent.SUNSET);
    minutes(10);
    cy.send(new TaskMessages.Create(TaskDraft.of(ADA, "mend it"), null));
    node.run();
    var task =
        node.store()
            .reads(TaskReads.class)
            .in(TaskState.SUBMITTED, Long.MAX_VALUE, 1)
            .getFirst()
            .task();
    var aside = node.connect("ada").identifyAside(ADA_KEY);
    node.run();
    aside.send(TaskMessages.Move.of(TaskMove.CLAIM, task.id()));
    node.run();
    find(ADA, SeatEvent.SUNSET);
    assertThat(progress(ADA).endsInRow()).isEqualTo(1);
  }

  @Test
  void what_a_session_did_survives_the_server() {
    find(ADA, SeatEvent.SUNSET);
    minutes(10);
    var aside = node.connect("ada").identifyAside(ADA_KEY);
    node.run();
    aside.send(
        new SeatMessages.LeaveHandoff(
            new SeatMessages.Note("half of it", "the rest", "", List.of()), null));
    node.run();
    node = node.kill();
    work();
    find(ADA, SeatEvent.SUNSET);
    assertThat(progress(ADA).endsInRow()).isEqualTo(1);
  }

  @Test
  void the_last_wakes_of_a_day_are_not_used_up_by_bringing_it_back() {
    node.tell(SeatCell.at(ADA), new SeatCommand.Define(seat(ADA, 8)));
    node.run();
    find(ADA, SeatEvent.SUNSET);
    minutes(60);
    assertThat(lastReasons(ADA)).contains(WakeReason.BUDGET_RESERVED);
    mail(cy, ADA, "it is urgent", Priority.HIGH);
    minutes(10);
    assertThat(sessions(ADA)).hasSize(2);
  }

  /* Silence. */

  @Test
  void behaviour_64_a_silent_seat_is_nudged_with_a_warning_unless_its_harness_is_busy() {
    find(ADA, SeatEvent.TURN_STARTED);
    minutes(11);
    assertThat(state(ADA)).isEqualTo(SeatState.IDLE);
    harness().busy("a turn runs");
    mail(cy, ADA, "are you there", Priority.NORMAL);
    minutes(6);
    assertThat(wakes(ADA)).hasSize(1);
    assertThat(wakes(ADA).getFirst().because()).contains(WakeReason.PRESENCE_GUESSED);
    assertThat(calls("nudge")).isZero();
    assertThat(state(ADA)).isEqualTo(SeatState.ACTIVE);
    harness().busy(null);
    minutes(10);
    assertThat(calls("nudge")).isEqualTo(1);
    var memory = node.store().reads(WakeReads.class).wake(ADA).orElseThrow();
    assertThat(memory.abandoned()).isZero();
  }

  /* Full sessions. */

  @Test
  void the_successor_of_a_full_session_has_a_row_in_the_ledger() {
    say("hi", "this is a long story");
    find(ADA, SeatEvent.FULL_DECLARED);
    exit(ADA, SeatEvent.EXITED);
    work();
    assertThat(session(ADA).reason()).isEqualTo(StartReason.FULL);
    var wake = wakes(ADA).getLast();
    assertThat(wake.action()).isEqualTo(WakeAction.START);
    assertThat(wake.because()).contains(WakeReason.SESSION_FULL);
    assertThat(wake.inputs()).contains("by=full");
  }

  @Test
  void full_sessions_use_the_budget_of_the_day_and_then_wait() {
    for (int i = 0; i < 40; i++) {
      if (!session(ADA).isOpen()) break;
      say("hi", "something");
      find(ADA, SeatEvent.FULL_DECLARED);
      minutes(2);
    }
    var memory = node.store().reads(WakeReads.class).wake(ADA).orElseThrow();
    assertThat(sessions(ADA)).hasSize(memory.used() + 1).hasSize(13);
    assertThat(state(ADA)).isEqualTo(SeatState.FULL);
    minutes(60);
    assertThat(lastReasons(ADA)).contains(WakeReason.BUDGET_RESERVED);
  }

  @Test
  void a_seat_without_wakes_has_no_successor() {
    node.tell(
        SeatCell.at(ADA),
        new SeatCommand.Wish(new SeatCommand.Asker(null, "SEAT_SET", null), null, 0, null));
    find(ADA, SeatEvent.FULL_DECLARED);
    minutes(30);
    assertThat(sessions(ADA)).hasSize(1);
    assertThat(lastReasons(ADA)).contains(WakeReason.BUDGET_USED);
  }

  /* Limits. */

  @Test
  void behaviour_68_a_session_that_was_cut_off_by_a_limit_is_woken_once_after_it() {
    limit(Duration.ofMinutes(30));
    minutes(29);
    assertThat(wakes(ADA)).isEmpty();
    minutes(2);
    assertThat(wakes(ADA)).hasSize(1);
    assertThat(wakes(ADA).getFirst().because()).contains(WakeReason.LIMIT_OVER);
    assertThat(wakes(ADA).getFirst().action()).isEqualTo(WakeAction.NUDGE);
    minutes(6 * 60);
    assertThat(wakes(ADA)).hasSize(1);
  }

  @Test
  void a_limit_that_passed_while_an_obstacle_stood_is_made_up_for_after_a_restart() {
    harness().plan("nudge", ADA, HarnessOutcome.failed("not now"));
    limit(Duration.ofMinutes(10));
    minutes(11);
    assertThat(wakes(ADA)).hasSize(1);
    node = node.kill();
    work();
    minutes(20);
    assertThat(wakes(ADA)).hasSize(2);
    assertThat(wakes(ADA).getLast().because()).contains(WakeReason.LIMIT_OVER);
    minutes(6 * 60);
    assertThat(wakes(ADA)).hasSize(2);
  }

  @Test
  void a_session_that_goes_on_by_itself_after_a_limit_is_not_woken_for_it() {
    limit(Duration.ofMinutes(10));
    find(ADA, SeatEvent.TURN_STARTED);
    minutes(60);
    assertThat(wakes(ADA)).isEmpty();
  }

  /* Starts that fail. */

  @Test
  void one_start_that_fails_does_not_lose_the_seat() {
    harness().plan("start", ADA, HarnessOutcome.failed("busy"));
    find(ADA, SeatEvent.SUNSET);
    minutes(20);
    assertThat(state(ADA)).isIn(SeatState.ACTIVE, SeatState.IDLE);
    assertThat(wakes(ADA))
        .extracting(wake -> wake.because().contains(WakeReason.START_FAILED))
        .containsExactly(false, true);
    assertThat(session(ADA).reason()).isEqualTo(StartReason.SUNSET);
  }

  @Test
  void one_slow_boot_does_not_lose_the_seat() {
    harness().follow(ScriptedHarness.Script.SILENT);
    find(ADA, SeatEvent.SUNSET);
    minutes(10);
    harness().follow(ScriptedHarness.Script.ANSWERS);
    minutes(30);
    assertThat(state(ADA)).isIn(SeatState.ACTIVE, SeatState.IDLE);
    assertThat(harness().most()).isEqualTo(1);
    assertThat(sessions(ADA).get(1).ending()).isEqualTo(SessionEnding.NOT_BOOTED);
  }

  @Test
  void a_start_that_was_not_tried_is_not_counted_and_made_up_for() {
    find(ADA, SeatEvent.SUNSET);
    while (progress(ADA).step() == null) {
      node.pass(Duration.ofMinutes(1));
      pulse();
    }
    node.tell(SeatCell.at(ADA), new JobEnd.Refused(progress(ADA).job(), "1000 jobs wait"));
    node.run();
    node.tell(SeatCell.at(ADA), new JobEnd.Refused(progress(ADA).job(), "1000 jobs wait"));
    node.run();
    var memory = node.store().reads(WakeReads.class).wake(ADA).orElseThrow();
    assertThat(memory.flight()).isNull();
    assertThat(memory.abandoned()).isZero();
    minutes(10);
    assertThat(state(ADA)).isIn(SeatState.ACTIVE, SeatState.IDLE);
    assertThat(Objects.requireNonNull(wakes(ADA).getLast()).because())
        .contains(WakeReason.START_CALLED_OFF);
  }
}

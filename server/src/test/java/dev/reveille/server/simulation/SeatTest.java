package dev.reveille.server.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.SeatState;
import dev.reveille.protocol.SessionEnding;
import dev.reveille.server.kernel.JobEnd;
import dev.reveille.server.seat.HarnessFinding;
import dev.reveille.server.seat.HarnessOutcome;
import dev.reveille.server.seat.ScriptedHarness;
import dev.reveille.server.seat.SeatAction;
import dev.reveille.server.seat.SeatCell;
import dev.reveille.server.seat.SeatEvent;
import dev.reveille.server.seat.StartReason;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The life of a seat, from its first start on. */
class SeatTest extends SeatFixture {

  @Test
  void a_first_start_takes_the_lease_starts_injects_and_is_proven_by_the_first_turn() {
    define(ADA);
    assertThat(state(ADA)).isEqualTo(SeatState.NEVER_STARTED);
    harness().follow(ScriptedHarness.Script.SILENT);
    act(ADA, SeatAction.START, StartReason.FIRST);
    work();
    assertThat(calls()).containsExactly("start", "inject");
    assertThat(state(ADA)).isEqualTo(SeatState.BOOTING);
    assertThat(session(ADA).seenAt()).isNull();
    find(ADA, SeatEvent.TURN_STARTED);
    assertThat(state(ADA)).isEqualTo(SeatState.ACTIVE);
    assertThat(session(ADA).seenAt()).isNotNull();
    assertThat(log(ADA))
        .containsExactly("DEFINED", "START_BEGUN", "START DONE", "INJECT DONE", "TURN_STARTED");
  }

  @Test
  void behaviour_88_an_ended_seat_whose_process_lives_is_terminated_and_verified_before_a_start() {
    define(ADA);
    var first = start(ADA);
    find(ADA, SeatEvent.SUNSET);
    assertThat(harness().living(ADA)).containsExactly(first);
    act(ADA, SeatAction.START, StartReason.SUNSET);
    work();
    assertThat(calls())
        .containsExactly("start", "inject", "terminate", "isGone", "start", "inject");
    assertThat(log(ADA))
        .containsSubsequence(
            "START_BEGUN", "TERMINATE DONE", "VERIFY_GONE DONE", "START DONE", "INJECT DONE");
    assertThat(harness().most()).isEqualTo(1);
    assertThat(session(ADA).origin()).isEqualTo(first);
    assertThat(session(ADA).epoch()).isGreaterThan(sessions(ADA).get(1).epoch());
  }

  @Test
  void a_session_that_is_not_known_to_be_gone_has_no_successor_and_is_looked_at_again_next_time() {
    define(ADA);
    var first = start(ADA);
    find(ADA, SeatEvent.SUNSET);
    harness().plan("terminate", ADA, HarnessOutcome.failed("no right to do so"));
    act(ADA, SeatAction.START, StartReason.SUNSET);
    work();
    assertThat(state(ADA)).isEqualTo(SeatState.ENDED);
    assertThat(harness().living(ADA)).containsExactly(first);
    assertThat(session(ADA).ending()).isEqualTo(SessionEnding.START_FAILED);
    act(ADA, SeatAction.START, StartReason.LOST);
    work();
    var last = harness().calls();
    assertThat(last).contains(new ScriptedHarness.Call("isGone", ADA, first, ""));
    assertThat(state(ADA)).isEqualTo(SeatState.ACTIVE);
    assertThat(harness().most()).isEqualTo(1);
    assertThat(session(ADA).origin()).as("the last that was heard of").isEqualTo(first);
  }

  @Test
  void behaviour_19_a_full_session_that_exits_gets_one_successor_that_knows_its_id() {
    define(ADA);
    var first = start(ADA);
    find(ADA, SeatEvent.FULL_DECLARED);
    assertThat(state(ADA)).isEqualTo(SeatState.FULL);
    exit(ADA, SeatEvent.EXITED);
    work();
    assertThat(state(ADA)).isEqualTo(SeatState.ACTIVE);
    assertThat(sessions(ADA)).hasSize(2);
    assertThat(session(ADA).origin()).isEqualTo(first);
    assertThat(session(ADA).reason()).isEqualTo(StartReason.FULL);
    assertThat(harness().calls().getLast().text()).contains(first);
    exit(ADA, SeatEvent.EXITED);
    work();
    pass(Duration.ofHours(1));
    work();
    assertThat(sessions(ADA)).as("the mark was consumed").hasSize(2);
  }

  @Test
  void a_full_session_that_does_not_exit_is_replaced_after_the_grace() {
    define(ADA);
    start(ADA);
    find(ADA, SeatEvent.FULL_DECLARED);
    pass(Duration.ofSeconds(59));
    work();
    assertThat(sessions(ADA)).hasSize(1);
    pass(Duration.ofSeconds(2));
    work();
    assertThat(sessions(ADA)).hasSize(2);
    assertThat(harness().most()).isEqualTo(1);
  }

  @Test
  void behaviour_20_a_session_that_exits_normally_is_not_started_again_by_itself() {
    define(ADA);
    start(ADA);
    exit(ADA, SeatEvent.EXITED);
    pass(Duration.ofDays(1));
    work();
    assertThat(state(ADA)).isEqualTo(SeatState.ENDED);
    assertThat(session(ADA).ending()).isEqualTo(SessionEnding.EXITED);
    assertThat(sessions(ADA)).hasSize(1);
  }

  @Test
  void behaviour_21_a_full_session_does_not_concern_another_seat() {
    define(ADA);
    define(BOB);
    start(ADA);
    start(BOB);
    find(ADA, SeatEvent.FULL_DECLARED);
    pass(Duration.ofMinutes(2));
    work();
    assertThat(sessions(ADA)).hasSize(2);
    assertThat(sessions(BOB)).hasSize(1);
    assertThat(state(BOB)).isEqualTo(SeatState.ACTIVE);
  }

  @Test
  void behaviour_25_a_successor_has_a_session_id_of_its_own() {
    define(ADA);
    var first = start(ADA);
    find(ADA, SeatEvent.SUNSET);
    act(ADA, SeatAction.START, StartReason.SUNSET);
    work();
    assertThat(session(ADA).id()).isNotEqualTo(first);
    assertThat(progress(ADA).session()).isEqualTo(session(ADA).id());
  }

  @Test
  void a_finding_about_an_earlier_session_changes_nothing() {
    define(ADA);
    var first = start(ADA);
    find(ADA, SeatEvent.SUNSET);
    act(ADA, SeatAction.START, StartReason.SUNSET);
    work();
    harness().report(List.of(new HarnessFinding(ADA, first, SeatEvent.FULL_DECLARED, "late")));
    node.run();
    assertThat(state(ADA)).isEqualTo(SeatState.ACTIVE);
  }

  @Test
  void behaviour_70_a_silent_session_is_idle_is_nudged_once_and_never_replaced() {
    define(ADA);
    start(ADA);
    harness().follow(ScriptedHarness.Script.SILENT);
    pass(Duration.ofHours(24));
    assertThat(state(ADA)).isEqualTo(SeatState.IDLE);
    act(ADA, SeatAction.START, StartReason.LOST);
    act(ADA, SeatAction.NUDGE, StartReason.ASKED);
    work();
    act(ADA, SeatAction.NUDGE, StartReason.ASKED);
    work();
    assertThat(calls()).containsOnlyOnce("nudge").containsOnlyOnce("start");
    assertThat(log(ADA)).contains("REFUSED START", "REFUSED NUDGE");
    find(ADA, SeatEvent.TURN_STARTED);
    pass(Duration.ofHours(1));
    act(ADA, SeatAction.NUDGE, StartReason.ASKED);
    work();
    assertThat(calls().stream().filter("nudge"::equals)).hasSize(2);
  }

  @Test
  void behaviour_73_no_second_start_while_a_session_boots() {
    define(ADA);
    harness().follow(ScriptedHarness.Script.SILENT);
    act(ADA, SeatAction.START, StartReason.FIRST);
    work();
    pass(Duration.ofMinutes(14));
    act(ADA, SeatAction.START, StartReason.LOST);
    work();
    assertThat(sessions(ADA)).hasSize(1);
    pass(Duration.ofMinutes(2));
    assertThat(session(ADA).ending()).isEqualTo(SessionEnding.NOT_BOOTED);
    act(ADA, SeatAction.START, StartReason.LOST);
    assertThat(state(ADA)).as("until it is known to be gone").isEqualTo(SeatState.BOOTING);
    assertThat(log(ADA)).contains("REFUSED START");
    work();
    assertThat(state(ADA)).isEqualTo(SeatState.ENDED);
    assertThat(harness().living(ADA)).isEmpty();
  }

  @Test
  void a_second_session_in_a_row_that_is_not_heard_of_makes_the_seat_lost_and_may_still_come() {
    define(ADA);
    harness().follow(ScriptedHarness.Script.SILENT);
    for (int i = 0; i < 2; i++) {
      act(ADA, SeatAction.START, StartReason.LOST);
      work();
      pass(Duration.ofMinutes(16));
      work();
    }
    assertThat(state(ADA)).isEqualTo(SeatState.LOST);
    find(ADA, SeatEvent.TURN_STARTED);
    assertThat(state(ADA)).as("it came after all").isEqualTo(SeatState.ACTIVE);
    assertThat(session(ADA).isOpen()).isTrue();
    assertThat(harness().most()).isEqualTo(1);
  }

  @Test
  void a_session_that_was_not_heard_of_and_is_not_known_to_be_gone_makes_the_seat_lost() {
    define(ADA);
    harness().follow(ScriptedHarness.Script.SILENT);
    act(ADA, SeatAction.START, StartReason.FIRST);
    work();
    harness().plan("isGone", ADA, HarnessOutcome.unknown("no answer"));
    pass(Duration.ofMinutes(16));
    work();
    assertThat(state(ADA)).isEqualTo(SeatState.LOST);
  }

  @Test
  void behaviour_76_a_start_that_fails_at_once_releases_the_seat_and_is_noted() {
    define(ADA);
    harness().plan("start", ADA, HarnessOutcome.failed("no such program"));
    act(ADA, SeatAction.START, StartReason.FIRST);
    work();
    assertThat(progress(ADA).step()).isNull();
    assertThat(state(ADA)).isEqualTo(SeatState.ENDED);
    assertThat(session(ADA).ending()).isEqualTo(SessionEnding.START_FAILED);
    assertThat(log(ADA)).contains("START FAILED", "NOT_STARTED");
    start(ADA);
    assertThat(state(ADA)).isEqualTo(SeatState.ACTIVE);
    assertThat(progress(ADA).track().failedStarts()).isZero();
  }

  @Test
  void a_seat_is_lost_after_three_starts_in_a_row_that_failed() {
    define(ADA);
    for (int i = 1; i <= 3; i++) {
      harness().plan("start", ADA, HarnessOutcome.failed("no such program"));
      act(ADA, SeatAction.START, StartReason.LOST);
      work();
      assertThat(state(ADA)).isEqualTo(i < 3 ? SeatState.ENDED : SeatState.LOST);
    }
    harness().plan("start", ADA, HarnessOutcome.failed("no such program"));
    act(ADA, SeatAction.START, StartReason.ASKED);
    work();
    assertThat(state(ADA)).as("a person begins anew").isEqualTo(SeatState.ENDED);
  }

  @Test
  void a_start_that_was_not_tried_because_too_much_is_done_is_called_off() {
    define(ADA);
    act(ADA, SeatAction.START, StartReason.FIRST);
    node.run();
    node.tell(SeatCell.at(ADA), new JobEnd.Refused(progress(ADA).job(), "1000 jobs wait"));
    node.run();
    assertThat(state(ADA)).isEqualTo(SeatState.ENDED);
    assertThat(session(ADA).ending()).isEqualTo(SessionEnding.CALLED_OFF);
    assertThat(progress(ADA).track().failedStarts()).isZero();
  }

  @Test
  void a_start_of_unknown_outcome_is_not_repeated_before_the_boot_limit() {
    define(ADA);
    harness().plan("start", ADA, HarnessOutcome.unknown("it took too long"));
    act(ADA, SeatAction.START, StartReason.FIRST);
    work();
    assertThat(state(ADA)).isEqualTo(SeatState.BOOTING);
    assertThat(progress(ADA).step()).isNull();
    act(ADA, SeatAction.START, StartReason.LOST);
    work();
    assertThat(calls()).containsExactly("start");
  }

  @Test
  void behaviour_68_a_limited_seat_is_left_alone_until_the_time_and_then_idle() {
    define(ADA);
    start(ADA);
    long until = node.wallMillis() + Duration.ofHours(2).toMillis();
    harness()
        .report(
            List.of(
                new HarnessFinding(
                    ADA, session(ADA).id(), SeatEvent.LIMITED, "429", until, null, null)));
    node.run();
    assertThat(state(ADA)).isEqualTo(SeatState.RATE_LIMITED);
    assertThat(progress(ADA).limitedUntil()).isEqualTo(until);
    act(ADA, SeatAction.NUDGE, StartReason.ASKED);
    act(ADA, SeatAction.START, StartReason.LOST);
    work();
    assertThat(calls()).containsExactly("start", "inject");
    pass(Duration.ofHours(2));
    assertThat(state(ADA)).isEqualTo(SeatState.IDLE);
  }

  @Test
  void a_sunset_pauses_the_routes_until_the_next_session_is_heard_of() {
    define(ADA);
    start(ADA);
    find(ADA, SeatEvent.SUNSET);
    assertThat(progress(ADA).routesPaused()).isTrue();
    harness().follow(ScriptedHarness.Script.SILENT);
    act(ADA, SeatAction.START, StartReason.SUNSET);
    work();
    assertThat(progress(ADA).routesPaused()).isTrue();
    find(ADA, SeatEvent.TURN_STARTED);
    assertThat(progress(ADA).routesPaused()).isFalse();
  }

  @Test
  void a_second_full_session_without_progress_has_no_successor() {
    define(ADA);
    start(ADA);
    for (int i = 1; i <= 3; i++) {
      find(ADA, SeatEvent.FULL_DECLARED);
      exit(ADA, SeatEvent.EXITED);
      work();
    }
    assertThat(sessions(ADA)).hasSize(2);
    assertThat(state(ADA)).isEqualTo(SeatState.FULL);
    assertThat(progress(ADA).endsInRow()).isEqualTo(2);
  }

  @Test
  void crashes_count_together_if_they_come_within_an_hour_of_each_other() {
    define(ADA);
    start(ADA);
    for (int minutes : new int[] {50, 50, 70}) {
      exit(ADA, SeatEvent.CRASHED);
      pass(Duration.ofMinutes(minutes));
      start(ADA);
    }
    assertThat(progress(ADA).track().crashes()).isEqualTo(3);
    exit(ADA, SeatEvent.CRASHED);
    assertThat(progress(ADA).track().crashes()).isEqualTo(1);
  }

  @Test
  void a_crashed_session_can_be_resumed_and_one_that_declared_its_end_cannot() {
    define(ADA);
    var first = start(ADA);
    exit(ADA, SeatEvent.CRASHED);
    act(ADA, SeatAction.RESUME, StartReason.CRASHED);
    work();
    assertThat(session(ADA).id()).isEqualTo(first);
    assertThat(session(ADA).isOpen()).isTrue();
    assertThat(calls()).containsExactly("start", "inject", "isGone", "resume");
    find(ADA, SeatEvent.SUNSET);
    act(ADA, SeatAction.RESUME, StartReason.SUNSET);
    work();
    assertThat(state(ADA)).isEqualTo(SeatState.ENDED);
  }

  @Test
  void a_restart_of_the_server_in_the_middle_of_a_start_never_makes_a_second_body() {
    define(ADA);
    start(ADA);
    find(ADA, SeatEvent.SUNSET);
    act(ADA, SeatAction.START, StartReason.SUNSET);
    node.run();
    node = node.kill();
    work();
    assertThat(state(ADA)).isEqualTo(SeatState.ACTIVE);
    assertThat(log(ADA)).contains("TERMINATE UNKNOWN", "TERMINATE DONE", "VERIFY_GONE DONE");
    assertThat(harness().most()).isEqualTo(1);
  }
}

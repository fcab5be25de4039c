package dev.reveille.server.decision;

import static dev.reveille.server.decision.Answers.assertNo;
import static dev.reveille.server.decision.Answers.assertYes;
import static dev.reveille.server.decision.Answers.with;
import static dev.reveille.server.decision.InputsBuilder.idle;
import static dev.reveille.server.decision.InputsBuilder.withMail;

import dev.reveille.protocol.SeatState;
import dev.reveille.protocol.SessionEnding;
import org.junit.jupiter.api.Test;

/** The decisions to start a session, and those not to. */
class StartDecisionTest {
  @Test
  void a_full_session_has_a_while_to_hand_over() {
    assertNo(
        with(idle().in(SeatState.FULL), in -> in.sinceTurn = Reading.of(60_000)),
        WakeReason.SUCCESSOR_SOON);
    assertNo(with(idle().in(SeatState.FULL), in -> in.fruitless = 2), WakeReason.FRUITLESS_ENDS);
  }

  @Test
  void a_large_context_does_not_keep_a_fresh_session_from_starting() {
    var answer = with(idle().in(SeatState.FULL), in -> in.context = Reading.of(900_000));
    assertYes(answer, WakeAction.START, WakeReason.SESSION_FULL);
  }

  @Test
  void a_start_that_failed_is_tried_again_and_waits_longer_each_time() {
    assertYes(
        with(
            idle().ended(SessionEnding.START_FAILED),
            in -> {
              in.failedStarts = 1;
              in.sinceTurn = Reading.of(300_001);
            }),
        WakeAction.START,
        WakeReason.START_FAILED);
    assertNo(
        with(
            withMail().ended(SessionEnding.NOT_BOOTED),
            in -> {
              in.failedStarts = 2;
              in.sinceTurn = Reading.of(300_001);
            }),
        WakeReason.START_BACKOFF);
  }

  @Test
  void crashes_close_after_each_other_need_a_person_however_much_was_done_in_between() {
    assertNo(
        with(
            withMail().ended(SessionEnding.CRASHED),
            in -> {
              in.fruitless = 1;
              in.crashes = 3;
              in.sinceTurn = Reading.of(86_400_000);
            }),
        WakeReason.CRASH_LOOP);
  }

  @Test
  void the_successor_of_a_full_session_waits_for_no_cooldown_and_is_bound_by_the_budget() {
    var soon = idle().in(SeatState.FULL);
    soon.trigger = WakeTrigger.FULL;
    soon.sinceTurn = Reading.of(60_000);
    soon.sinceWake = Reading.of(60_000);
    soon.wakesOfState = 2;
    assertYes(soon.decide(), WakeAction.START, WakeReason.SESSION_FULL);
    soon.used = Reading.of(40);
    assertNo(soon.decide(), WakeReason.BUDGET_RESERVED);
    soon.budget = 0;
    assertNo(soon.decide(), WakeReason.BUDGET_USED);
    soon.budget = 48;
    soon.used = Reading.ZERO;
    soon.quiet = true;
    assertNo(soon.decide(), WakeReason.QUIET_HOURS);
  }

  @Test
  void a_second_end_without_progress_needs_a_reason() {
    assertNo(
        with(idle().ended(SessionEnding.SUNSET), in -> in.fruitless = 2),
        WakeReason.FRUITLESS_ENDS);
    assertYes(
        with(withMail().ended(SessionEnding.SUNSET), in -> in.fruitless = 2),
        WakeAction.START,
        WakeReason.UNREAD);
  }

  @Test
  void a_seat_that_a_person_stopped_is_started_only_by_a_person() {
    assertNo(withMail().ended(SessionEnding.STOPPED).decide(), WakeReason.STOPPED_BY_PERSON);
    assertYes(
        with(idle().ended(SessionEnding.STOPPED), in -> in.trigger = WakeTrigger.OPERATOR),
        WakeAction.START,
        WakeReason.ASKED);
  }

  @Test
  void a_start_that_the_gate_called_off_is_made_up_for_when_it_is_open() {
    var inputs = idle();
    inputs.state = SeatState.ENDED;
    inputs.end = SessionEnding.CALLED_OFF;
    assertYes(inputs.decide(), WakeAction.START, WakeReason.START_CALLED_OFF);
    inputs.gate = GateState.CLOSED;
    assertNo(inputs.decide(), WakeReason.GATE_CLOSED);
  }
}

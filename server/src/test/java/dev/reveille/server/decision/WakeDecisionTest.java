package dev.reveille.server.decision;

import static dev.reveille.server.decision.Answers.assertNo;
import static dev.reveille.server.decision.Answers.assertYes;
import static dev.reveille.server.decision.Answers.with;
import static dev.reveille.server.decision.InputsBuilder.NOW;
import static dev.reveille.server.decision.InputsBuilder.idle;
import static dev.reveille.server.decision.InputsBuilder.withMail;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.SeatState;
import dev.reveille.protocol.SessionEnding;
import org.junit.jupiter.api.Test;

/** The decision, row by row. The numbers in names are those of docs/behaviours.md. */
class WakeDecisionTest {
  @Test
  void behaviour_01_nothing_to_do_wakes_nobody() {
    assertNo(idle().decide(), WakeReason.NOTHING_TO_DO);
    assertNo(with(idle(), in -> in.sinceTurn = Reading.of(86_400_000)), WakeReason.NOTHING_TO_DO);
  }

  @Test
  void behaviour_02_unread_mail_and_a_task_are_two_causes_of_one_wake() {
    var answer =
        with(
            idle(),
            in -> {
              in.normal = Reading.of(2);
              in.tasks = Reading.of(1);
            });
    assertYes(answer, WakeAction.NUDGE, WakeReason.UNREAD, WakeReason.TASK_WAITING);
  }

  @Test
  void behaviour_04_a_failed_sensor_is_not_zero_and_not_work() {
    assertNo(with(idle(), in -> in.elsewhere = Reading.UNKNOWN), WakeReason.SENSOR_UNKNOWN);
    var answer = with(withMail(), in -> in.elsewhere = Reading.UNKNOWN);
    assertYes(answer, WakeAction.NUDGE, WakeReason.UNREAD);
    assertThat(answer.of(WakeReason.Kind.WARNING)).containsExactly(WakeReason.PARTLY_UNKNOWN);
  }

  @Test
  void behaviour_16_a_used_budget_forbids_and_its_rest_is_kept_for_high_priority() {
    assertNo(with(withMail(), in -> in.used = Reading.of(48)), WakeReason.BUDGET_USED);
    assertNo(with(withMail(), in -> in.used = Reading.of(40)), WakeReason.BUDGET_RESERVED);
    assertNo(with(withMail(), in -> in.used = Reading.UNKNOWN), WakeReason.BUDGET_UNKNOWN);
    var high =
        with(
            withMail(),
            in -> {
              in.used = Reading.of(47);
              in.high = Reading.of(1);
            });
    assertYes(high, WakeAction.NUDGE, WakeReason.HIGH_UNREAD, WakeReason.UNREAD);
  }

  @Test
  void behaviour_19_a_full_session_has_a_successor() {
    assertYes(idle().in(SeatState.FULL).decide(), WakeAction.START, WakeReason.SESSION_FULL);
  }

  @Test
  void behaviour_26_a_crash_waits_longer_each_time_and_then_for_a_person() {
    assertYes(
        idle().ended(SessionEnding.CRASHED).decide(), WakeAction.START, WakeReason.SESSION_CRASHED);
    assertNo(
        with(
            idle().ended(SessionEnding.CRASHED),
            in -> {
              in.fruitless = 2;
              in.sinceTurn = Reading.of(600_000);
            }),
        WakeReason.CRASH_BACKOFF);
    assertNo(
        with(
            withMail().ended(SessionEnding.CRASHED),
            in -> {
              in.fruitless = 3;
              in.sinceTurn = Reading.of(86_400_000);
            }),
        WakeReason.CRASH_LOOP);
    assertNo(
        with(idle().ended(SessionEnding.CRASHED), in -> in.sinceTurn = Reading.UNKNOWN),
        WakeReason.CRASH_BACKOFF);
  }

  @Test
  void behaviour_20_a_process_that_exits_normally_is_started_again_only_for_a_reason() {
    assertNo(idle().ended(SessionEnding.EXITED).decide(), WakeReason.END_NOT_DECLARED);
    assertYes(withMail().ended(SessionEnding.EXITED).decide(), WakeAction.START, WakeReason.UNREAD);
  }

  @Test
  void behaviour_14_a_benched_seat_is_skipped_unless_it_is_listed() {
    assertNo(withMail().in(SeatState.BENCHED).decide(), WakeReason.BENCHED);
    assertYes(
        with(withMail().in(SeatState.BENCHED), in -> in.listed = true),
        WakeAction.NUDGE,
        WakeReason.UNREAD);
  }

  @Test
  void behaviour_64_typing_an_approval_and_unknown_presence_wait_for_the_next_turn() {
    assertNo(
        with(withMail(), in -> in.presence = HarnessPresence.UNKNOWN), WakeReason.PRESENCE_UNKNOWN);
    assertNo(
        with(withMail(), in -> in.presence = HarnessPresence.USER_TYPING), WakeReason.USER_TYPING);
    assertNo(
        with(withMail(), in -> in.presence = HarnessPresence.WAITING_ON_APPROVAL),
        WakeReason.APPROVAL_OPEN);
    assertNo(with(withMail(), in -> in.presence = HarnessPresence.IN_TURN), WakeReason.IN_TURN);
  }

  @Test
  void behaviour_65_a_silent_route_sends_nothing_at_any_priority() {
    var answer =
        with(
            withMail(),
            in -> {
              in.high = Reading.of(3);
              in.policy = WakePolicy.SILENT;
            });
    assertNo(answer, WakeReason.POLICY_SILENT);
    assertNo(with(withMail(), in -> in.policy = WakePolicy.NEXT_TURN), WakeReason.POLICY_NEXT_TURN);
  }

  @Test
  void behaviour_67_a_large_context_defers_and_an_unknown_one_warns() {
    assertNo(
        with(withMail(), in -> in.context = Reading.of(250_001)), WakeReason.CONTEXT_TOO_LARGE);
    var large = with(withMail(), in -> in.context = Reading.of(200_001));
    assertThat(large.isYes()).isTrue();
    assertThat(large.has(WakeReason.CONTEXT_LARGE)).isTrue();
    var unknown = with(withMail(), in -> in.context = Reading.UNKNOWN);
    assertThat(unknown.isYes()).isTrue();
    assertThat(unknown.has(WakeReason.CONTEXT_UNKNOWN)).isTrue();
  }

  @Test
  void behaviour_68_a_limited_seat_is_left_alone_and_woken_once_after_its_limit() {
    assertNo(
        with(withMail().in(SeatState.RATE_LIMITED), in -> in.limitedUntil = Reading.of(NOW + 1)),
        WakeReason.LIMITED);
    assertNo(
        with(withMail().in(SeatState.RATE_LIMITED), in -> in.limitedUntil = Reading.UNKNOWN),
        WakeReason.LIMIT_UNKNOWN);
    assertNo(
        with(idle().in(SeatState.RATE_LIMITED), in -> in.limitedUntil = Reading.of(NOW)),
        WakeReason.LIMITED);
    assertYes(with(idle(), in -> in.limitOver = true), WakeAction.NUDGE, WakeReason.LIMIT_OVER);
    assertNo(idle().decide(), WakeReason.NOTHING_TO_DO);
  }

  @Test
  void a_seat_that_is_idle_by_silence_alone_is_woken_with_a_warning() {
    var answer = with(withMail(), in -> in.presence = HarnessPresence.SILENT);
    assertYes(answer, WakeAction.NUDGE, WakeReason.UNREAD);
    assertThat(answer.of(WakeReason.Kind.WARNING)).containsExactly(WakeReason.PRESENCE_GUESSED);
  }

  @Test
  void behaviour_70_a_silent_seat_is_never_started() {
    var answer = with(withMail(), in -> in.sinceTurn = Reading.of(86_400_000));
    assertYes(answer, WakeAction.NUDGE, WakeReason.UNREAD);
  }

  @Test
  void behaviour_70_a_seat_that_was_nudged_in_vain_is_not_nudged_again() {
    assertNo(with(withMail(), in -> in.nudgedInVain = true), WakeReason.NUDGED_IN_VAIN);
    assertYes(
        with(
            withMail(),
            in -> {
              in.nudgedInVain = true;
              in.connected = true;
            }),
        WakeAction.MESSAGE,
        WakeReason.UNREAD);
  }

  @Test
  void behaviour_71_a_declared_end_has_one_start() {
    assertYes(
        idle().ended(SessionEnding.SUNSET).decide(), WakeAction.START, WakeReason.SESSION_ENDED);
    assertNo(
        with(idle().ended(SessionEnding.SUNSET), in -> in.inFlight = true),
        WakeReason.ACTION_IN_FLIGHT);
  }

  @Test
  void behaviour_72_a_seat_that_never_started_is_not_resumed() {
    assertNo(withMail().in(SeatState.NEVER_STARTED).decide(), WakeReason.NEVER_STARTED);
  }

  @Test
  void behaviour_73_a_booting_seat_is_left_alone() {
    assertNo(withMail().in(SeatState.BOOTING).decide(), WakeReason.BOOTING);
  }

  @Test
  void behaviour_77_every_gate_that_is_not_open_forbids() {
    assertNo(with(withMail(), in -> in.gate = GateState.TRIPPED), WakeReason.GATE_TRIPPED);
    assertNo(with(withMail(), in -> in.gate = GateState.CLOSED), WakeReason.GATE_CLOSED);
    assertNo(with(withMail(), in -> in.gate = GateState.UNREADABLE), WakeReason.GATE_UNREADABLE);
  }

  @Test
  void behaviour_78_only_an_administrator_overrides_the_gate_and_it_is_written_down() {
    var asked =
        with(
            idle(),
            in -> {
              in.gate = GateState.TRIPPED;
              in.trigger = WakeTrigger.OPERATOR;
            });
    assertNo(asked, WakeReason.GATE_TRIPPED);
    var overridden =
        with(
            idle(),
            in -> {
              in.gate = GateState.TRIPPED;
              in.trigger = WakeTrigger.OPERATOR;
              in.override = true;
            });
    assertYes(overridden, WakeAction.NUDGE, WakeReason.ASKED);
    assertThat(overridden.has(WakeReason.GATE_OVERRIDDEN)).isTrue();
    assertNo(
        with(
            withMail(),
            in -> {
              in.gate = GateState.TRIPPED;
              in.override = true;
            }),
        WakeReason.GATE_TRIPPED);
  }

  @Test
  void behaviour_86_a_seat_that_opted_out_is_never_resumed() {
    assertNo(withMail().in(SeatState.OPTED_OUT).decide(), WakeReason.OPTED_OUT);
  }

  @Test
  void behaviour_89_a_seat_without_a_way_to_it_says_so() {
    assertNo(with(withMail(), in -> in.reachable = false), WakeReason.NOT_REACHABLE);
    assertNo(with(idle().in(SeatState.FULL), in -> in.reachable = false), WakeReason.NOT_REACHABLE);
  }

  @Test
  void a_connected_session_gets_a_message_before_its_harness_is_touched() {
    assertYes(with(withMail(), in -> in.connected = true), WakeAction.MESSAGE, WakeReason.UNREAD);
  }

  @Test
  void the_same_state_waits_longer_each_time_and_a_new_one_only_the_gap() {
    assertNo(with(withMail(), in -> in.sinceWake = Reading.of(119_999)), WakeReason.TOO_SOON);
    assertThat(with(withMail(), in -> in.sinceWake = Reading.of(120_000)).isYes()).isTrue();
    long minute = 60_000;
    long[] waits = {30 * minute, 60 * minute, 120 * minute, 240 * minute, 240 * minute};
    for (int wakes = 1; wakes <= waits.length; wakes++) {
      int sent = wakes;
      long wait = waits[wakes - 1];
      assertNo(
          with(
              withMail(),
              in -> {
                in.wakesOfState = sent;
                in.sinceWake = Reading.of(wait - 1);
              }),
          WakeReason.SAME_STATE);
      assertThat(
              with(
                      withMail(),
                      in -> {
                        in.wakesOfState = sent;
                        in.sinceWake = Reading.of(wait);
                      })
                  .isYes())
          .isTrue();
    }
  }

  @Test
  void behaviour_82_an_abandoned_wake_is_tried_again_sooner() {
    var early =
        with(
            withMail(),
            in -> {
              in.wakesOfState = 1;
              in.lastAbandoned = true;
              in.sinceWake = Reading.of(300_000);
            });
    assertThat(early.isYes()).isTrue();
  }

  @Test
  void an_agent_that_put_itself_to_sleep_is_left_asleep() {
    assertNo(with(withMail(), in -> in.asleepUntil = Reading.of(NOW + 1)), WakeReason.ASLEEP);
    assertNo(with(withMail(), in -> in.asleepUntil = Reading.UNKNOWN), WakeReason.SLEEP_UNKNOWN);
    assertThat(with(withMail(), in -> in.asleepUntil = Reading.of(NOW)).isYes()).isTrue();
  }

  @Test
  void every_obstacle_is_named_not_only_the_first() {
    var answer =
        with(
            withMail(),
            in -> {
              in.quiet = true;
              in.gate = GateState.CLOSED;
              in.used = Reading.of(99);
            });
    assertNo(answer, WakeReason.QUIET_HOURS, WakeReason.GATE_CLOSED, WakeReason.BUDGET_USED);
  }

  @Test
  void mail_of_a_sender_that_used_its_share_is_no_cause() {
    assertNo(with(idle(), in -> in.withheld = Reading.of(9)), WakeReason.SENDER_SHARE_USED);
    assertThat(with(withMail(), in -> in.withheld = Reading.of(9)).isYes()).isTrue();
  }
}

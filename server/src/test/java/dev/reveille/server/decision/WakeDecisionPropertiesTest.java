package dev.reveille.server.decision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.SeatState;
import dev.reveille.protocol.SessionEnding;
import dev.reveille.server.kernel.SeededRuns;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Promises of the decision that hold for all inputs. */
class WakeDecisionPropertiesTest {
  private static final int RUNS = 20_000;

  /** Promises something about inputs and their answer. */
  private interface Promise {
    void holds(WakeInputs inputs, WakeAnswer answer);
  }

  /** True if all runs are made, so that rare answers must be among them. */
  private static boolean isWhole() {
    return Long.getLong("reveille.seed") == null
        && Integer.getInteger("reveille.runs") == null
        && !Boolean.getBoolean("reveille.quick");
  }

  private static void always(Promise promise) {
    var seen = EnumSet.noneOf(WakeAction.class);
    SeededRuns.check(
        RUNS,
        random -> {
          var inputs = InputsBuilder.any(random).make();
          var answer = WakeDecision.of(inputs);
          seen.add(answer.action());
          promise.holds(inputs, answer);
        });
    // A property over answers that never come would say nothing.
    if (isWhole()) {
      assertThat(seen).isEqualTo(EnumSet.allOf(WakeAction.class));
    }
  }

  @Test
  void a_start_comes_only_from_a_declared_or_seen_end() {
    always(
        (in, answer) -> {
          if (answer.action() != WakeAction.START) return;
          assertThat(in.seat().state()).isIn(SeatState.ENDED, SeatState.FULL);
          if (in.seat().state() == SeatState.FULL) return;
          assertThat(in.seat().end()).isNotNull();
          var end = in.seat().end();
          assertThat(end).isNotEqualTo(SessionEnding.LOST);
          if (end == SessionEnding.STOPPED) {
            assertThat(in.trigger()).isEqualTo(WakeTrigger.OPERATOR);
          }
        });
  }

  @Test
  void an_idle_active_limited_or_lost_seat_is_never_started() {
    always(
        (in, answer) -> {
          switch (in.seat().state()) {
            case IDLE, ACTIVE, RATE_LIMITED, LOST, BOOTING, NEVER_STARTED, BENCHED, OPTED_OUT ->
                assertThat(answer.action()).isNotEqualTo(WakeAction.START);
            case ENDED, FULL -> assertThat(answer.action()).isIn(WakeAction.START, WakeAction.NONE);
          }
        });
  }

  @Test
  void nothing_is_sent_while_an_action_is_in_flight() {
    always(
        (in, answer) -> {
          if (in.restraints().inFlight()) assertThat(answer.isYes()).isFalse();
        });
  }

  @Test
  void the_budget_is_never_exceeded() {
    always(
        (in, answer) -> {
          if (!answer.isYes()) return;
          assertThat(in.restraints().used().known()).isTrue();
          assertThat(in.restraints().used().value()).isLessThan(in.restraints().budget());
        });
  }

  @Test
  void the_same_state_is_not_woken_again_within_its_cooldown() {
    always(
        (in, answer) -> {
          var held = in.restraints();
          if (!answer.isYes() || held.wakesOfState() == 0) return;
          if (in.trigger() == WakeTrigger.OPERATOR || !held.sinceWake().known()) return;
          assertThat(held.sinceWake().value())
              .isGreaterThanOrEqualTo(in.rules().wait(held.wakesOfState(), held.lastAbandoned()));
        });
  }

  @Test
  void every_no_has_an_obstacle_and_every_yes_has_a_cause_and_none() {
    always(
        (_, answer) -> {
          if (answer.isYes()) {
            assertThat(answer.of(WakeReason.Kind.CAUSE)).isNotEmpty();
            assertThat(answer.of(WakeReason.Kind.OBSTACLE)).isEmpty();
          } else {
            assertThat(answer.of(WakeReason.Kind.OBSTACLE)).isNotEmpty();
          }
        });
  }

  @Test
  void a_closed_gate_sleep_quiet_hours_and_a_silent_route_always_win() {
    always(
        (in, answer) -> {
          if (!answer.isYes()) return;
          assertThat(in.policy()).isEqualTo(WakePolicy.IMMEDIATE);
          assertThat(in.seat().quietHours()).isFalse();
          assertThat(in.seat().asleepUntil().known()).isTrue();
          assertThat(in.seat().asleepUntil().value()).isLessThanOrEqualTo(in.now());
          if (in.restraints().gate() != GateState.OPEN) {
            assertThat(in.restraints().override()).isTrue();
            assertThat(in.trigger()).isEqualTo(WakeTrigger.OPERATOR);
          }
        });
  }

  @Test
  void the_stored_text_has_the_same_answer() {
    always(
        (in, answer) -> {
          var read = InputText.read(InputText.of(in));
          assertThat(read).isEqualTo(in);
          assertThat(WakeDecision.of(read)).isEqualTo(answer);
          assertThat(WakeAnswer.reasons(answer.names())).isEqualTo(answer.reasons());
        });
  }

  @Test
  void every_reason_is_found_in_some_answer() {
    var seen = EnumSet.noneOf(WakeReason.class);
    SeededRuns.check(
        RUNS, random -> seen.addAll(WakeDecision.of(InputsBuilder.any(random).make()).reasons()));
    if (!isWhole()) return;
    assertThat(seen).isEqualTo(EnumSet.copyOf(Set.of(WakeReason.values())));
  }
}

package dev.reveille.server.wake;

import static dev.reveille.server.wake.WakeRoom.BOB;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.SeatState;
import dev.reveille.protocol.SessionEnding;
import dev.reveille.server.decision.Reading;
import dev.reveille.server.decision.SenderCounts;
import dev.reveille.server.decision.WakeAction;
import dev.reveille.server.decision.WakeProof;
import dev.reveille.server.decision.WakeReads;
import dev.reveille.server.decision.WakeReason;
import dev.reveille.server.decision.WakeTrigger;
import dev.reveille.server.kernel.Tell;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The cell of a seat: what it sends, what it remembers, and what it writes down. */
class WakeCellTest {
  private final WakeRoom room = new WakeRoom();

  @Test
  void behaviour_01_an_empty_pulse_sends_nothing_and_the_ledger_says_so() {
    assertThat(room.pass(Duration.ofHours(3))).isEmpty();
    assertThat(room.effects).isEmpty();
    assertThat(room.rows()).isEqualTo(1);
    assertThat(room.last().times()).isEqualTo(36);
    assertThat(room.last().because()).containsExactly(WakeReason.NOTHING_TO_DO);
  }

  @Test
  void behaviour_02_one_wake_carries_the_measured_numbers() {
    room.mailFrom(BOB, 1, 1);
    room.tasks = Reading.of(1);
    var sent = room.pulse();
    assertThat(sent).hasSize(1);
    assertThat(sent.getFirst().line())
        .contains("2 unread (1 high, from @bob), 1 task waiting on you, first wake");
  }

  @Test
  void behaviour_03_the_line_states_the_time_since_the_last_wake() {
    room.mailFrom(BOB, 0, 1);
    room.pulse();
    room.tell(new WakeCommand.Progressed());
    room.clock.advance(Duration.ofMinutes(7));
    room.mailFrom(BOB, 0, 2);
    assertThat(room.pulse().getFirst().line()).contains("last wake 7 min ago");
  }

  @Test
  void behaviour_04_an_unknown_sensor_says_unknown() {
    room.elsewhere = Reading.UNKNOWN;
    assertThat(room.pulse()).isEmpty();
    assertThat(room.last().because()).containsExactly(WakeReason.SENSOR_UNKNOWN);
    room.mailFrom(BOB, 0, 1);
    assertThat(room.pulse().getFirst().line()).contains("issues open unknown");
  }

  @Test
  void behaviour_05_a_seat_that_cannot_be_read_is_not_woken() {
    room.readable = false;
    room.mailFrom(BOB, 5, 0);
    assertThat(room.pulse()).isEmpty();
    assertThat(room.last().because()).contains(WakeReason.LOST);
  }

  @Test
  void behaviour_09_missed_pulses_make_one_wake() {
    room.mailFrom(BOB, 0, 1);
    room.clock.advance(Duration.ofMinutes(25));
    assertThat(room.pulse()).hasSize(1);
    assertThat(room.pulse()).isEmpty();
  }

  @Test
  void behaviour_15_the_directive_is_said_only_without_messages() {
    room.tasks = Reading.of(2);
    assertThat(room.pulse().getFirst().line()).contains("then take new work");
    room.tell(new WakeCommand.Progressed());
    room.clock.advance(Duration.ofMinutes(5));
    room.mailFrom(BOB, 0, 1);
    assertThat(room.pulse().getFirst().line()).doesNotContain("then take new work");
  }

  @Test
  void behaviour_16_the_budget_of_a_day_is_never_exceeded() {
    room.budget = 10;
    int wakes = 0;
    for (int i = 0; i < 200; i++) {
      room.clock.advance(Duration.ofMinutes(5));
      room.mailFrom("@sender" + i, 1, 0);
      wakes += room.pulse().size();
      room.tell(new WakeCommand.Progressed());
      assertThat(room.memory().used()).isLessThanOrEqualTo(10);
    }
    assertThat(wakes).isEqualTo(10);
    assertThat(room.last().because()).contains(WakeReason.BUDGET_USED);
  }

  @Test
  void one_sender_uses_at_most_a_quarter_of_a_days_wakes() {
    room.budget = 40;
    int wakes = 0;
    for (int i = 0; i < 60; i++) {
      room.clock.advance(Duration.ofMinutes(5));
      room.mailFrom(BOB, 1, 0);
      wakes += room.pulse().size();
      room.tell(new WakeCommand.Progressed());
    }
    assertThat(wakes).isEqualTo(10);
    assertThat(room.last().because()).containsExactly(WakeReason.SENDER_SHARE_USED);
    room.mailFrom("@cy", 0, 1);
    assertThat(room.pulse()).hasSize(1);
  }

  @Test
  void the_tasks_of_one_originator_use_at_most_a_quarter_and_then_are_no_new_state() {
    room.budget = 40;
    int wakes = 0;
    for (int i = 0; i < 60; i++) {
      room.clock.advance(Duration.ofMinutes(5));
      room.taskFrom(BOB);
      wakes += room.pulse().size();
      room.tell(new WakeCommand.Progressed());
    }
    assertThat(wakes).isEqualTo(10);
    assertThat(room.last().because()).containsExactly(WakeReason.SENDER_SHARE_USED);
    assertThat(room.memory().senders().of(BOB)).isEqualTo(10);
    long rows = room.rows();
    room.clock.advance(Duration.ofMinutes(5));
    room.taskFrom(BOB);
    room.pulse();
    assertThat(room.rows()).as("a withheld task is no new state").isEqualTo(rows);
    room.taskFrom("@cy");
    room.clock.advance(Duration.ofMinutes(5));
    assertThat(room.pulse()).hasSize(1);
    assertThat(room.memory().senders().of("@cy")).isEqualTo(1);
  }

  @Test
  void a_wake_counts_for_the_largest_sender_whose_share_is_left() {
    room.budget = 40;
    int wakes = 0;
    for (int i = 0; i < 60; i++) {
      room.clock.advance(Duration.ofMinutes(5));
      room.mailFrom(BOB, 9, 0);
      room.mailFrom("@cy", 0, 1);
      wakes += room.pulse().size();
      room.tell(new WakeCommand.Progressed());
    }
    assertThat(wakes).as("a quarter for each of two senders").isEqualTo(20);
    assertThat(room.memory().senders().of(BOB)).isEqualTo(10);
    assertThat(room.memory().senders().of("@cy")).isEqualTo(10);
  }

  @Test
  void a_wake_that_neither_mail_nor_a_task_caused_counts_for_nobody() {
    room.elsewhere = Reading.of(1);
    assertThat(room.pulse()).hasSize(1);
    room.tell(new WakeCommand.Progressed());
    room.clock.advance(Duration.ofHours(1));
    assertThat(room.look(WakeTrigger.TEAM)).hasSize(1);
    assertThat(room.memory().used()).isEqualTo(2);
    assertThat(room.memory().senders()).isEqualTo(SenderCounts.NONE);
  }

  @Test
  void mail_of_a_sender_without_a_share_is_not_charged_to_a_wake_of_the_team() {
    room.budget = 12;
    for (int i = 0; i < 3; i++) {
      room.mailFrom(BOB, 1, 0);
      assertThat(room.pulse()).hasSize(1);
      room.tell(new WakeCommand.Progressed());
      room.clock.advance(Duration.ofHours(1));
    }
    assertThat(room.look(WakeTrigger.TEAM)).hasSize(1);
    assertThat(room.memory().used()).isEqualTo(4);
    assertThat(room.memory().senders().of(BOB)).isEqualTo(3);
  }

  @Test
  void behaviour_66_a_hand_over_is_not_a_turn() {
    room.mailFrom(BOB, 0, 1);
    var nonce = room.pulse().getFirst().nonce();
    room.tell(new WakeCommand.HandedOver(nonce, WakeProof.OFFERED, true));
    assertThat(room.last().proof()).isEqualTo(WakeProof.OFFERED);
    room.tell(new WakeCommand.TurnBegan("another"));
    assertThat(room.last().proof()).isEqualTo(WakeProof.OFFERED);
    room.tell(new WakeCommand.TurnBegan(nonce));
    assertThat(room.last().proof()).isEqualTo(WakeProof.STARTED);
    room.tell(new WakeCommand.HandedOver(nonce, WakeProof.UNKNOWN, true));
    assertThat(room.last().proof()).isEqualTo(WakeProof.STARTED);
  }

  @Test
  void behaviour_71_running_the_sweep_again_starts_nothing_more() {
    room.state = SeatState.ENDED;
    room.end = SessionEnding.SUNSET;
    var wakes = room.pulse();
    assertThat(wakes).extracting(wake -> wake.action()).containsExactly(WakeAction.START);
    assertThat(room.pulse()).isEmpty();
    room.tell(new WakeCommand.HandedOver(wakes.getFirst().nonce(), WakeProof.OFFERED, true));
    room.restart();
    assertThat(room.pass(Duration.ofMinutes(10))).isEmpty();
    assertThat(room.last().because()).contains(WakeReason.ACTION_IN_FLIGHT);
  }

  @Test
  void behaviour_74_what_the_agent_does_settles_the_action() {
    room.mailFrom(BOB, 0, 1);
    room.pulse();
    assertThat(room.memory().flight()).isNotNull();
    room.tell(new WakeCommand.Progressed());
    assertThat(room.memory().flight()).isNull();
    assertThat(room.last().proof()).isEqualTo(WakeProof.ACTED);
    assertThat(room.all(WakeEffect.FlightChanged.class).getLast().inFlight()).isFalse();
  }

  @Test
  void behaviour_75_three_abandoned_actions_in_a_row_trip_the_gate() {
    room.state = SeatState.ENDED;
    room.end = SessionEnding.SUNSET;
    var wakes = room.pass(Duration.ofHours(3));
    var trips = room.all(Tell.class);
    assertThat(wakes.size()).isGreaterThanOrEqualTo(3);
    assertThat(trips.getFirst().to()).isEqualTo(GateCell.ID);
    assertThat(trips.getFirst().command()).isEqualTo(new GateCell.Trip(WakeRoom.ADA, 3));
  }

  private long trips() {
    return room.all(Tell.class).stream().filter(tell -> tell.to().equals(GateCell.ID)).count();
  }

  @Test
  void an_agent_that_confirmed_its_mail_and_works_in_silence_is_not_counted_as_abandoned() {
    for (int i = 0; i < 5; i++) {
      room.mailFrom(BOB, 0, i + 1);
      assertThat(room.pulse()).hasSize(1);
      room.tell(new WakeCommand.Retrieved(room.newest));
      assertThat(room.pass(Duration.ofMinutes(20))).isEmpty();
      assertThat(room.memory().flight()).isNull();
      room.clock.advance(Duration.ofHours(4));
    }
    assertThat(room.memory().abandoned()).isZero();
    assertThat(trips()).isZero();
  }

  @Test
  void a_session_that_does_not_heed_a_message_is_passed_over_and_does_not_move_the_gate() {
    room.connected = true;
    room.mailFrom(BOB, 1, 0);
    var wakes = room.pass(Duration.ofHours(12));
    assertThat(wakes.getFirst().action()).isEqualTo(WakeAction.MESSAGE);
    assertThat(wakes).extracting(wake -> wake.action()).containsOnlyOnce(WakeAction.MESSAGE);
    assertThat(wakes.get(1).action()).as("then by the harness").isEqualTo(WakeAction.NUDGE);
    assertThat(room.memory().unheard()).isTrue();
  }

  @Test
  void a_session_without_a_harness_is_messaged_in_vain_once_until_its_agent_is_heard() {
    room.connected = true;
    room.canNudge = false;
    room.mailFrom(BOB, 1, 0);
    assertThat(room.pass(Duration.ofHours(12))).hasSize(1);
    assertThat(room.last().because()).contains(WakeReason.MESSAGED_IN_VAIN);
    assertThat(trips()).isZero();
    room.restart();
    room.tell(new WakeCommand.Progressed());
    assertThat(room.memory().unheard()).isFalse();
    room.mailFrom(BOB, 2, 0);
    assertThat(room.pass(Duration.ofMinutes(10))).hasSize(1);
  }

  @Test
  void a_session_that_is_gone_is_not_remembered_as_deaf() {
    room.connected = true;
    room.canNudge = false;
    room.mailFrom(BOB, 1, 0);
    room.pass(Duration.ofHours(1));
    room.connected = false;
    room.pulse();
    room.connected = true;
    assertThat(room.pass(Duration.ofHours(1))).isNotEmpty();
  }

  @Test
  void a_turn_that_began_is_never_counted_as_abandoned() {
    for (int i = 0; i < 60; i++) {
      if (i % 8 == 0) room.mailFrom(BOB, 0, i + 1);
      for (var wake : room.pass(Duration.ofMinutes(5))) {
        room.tell(new WakeCommand.TurnBegan(wake.nonce()));
      }
    }
    assertThat(room.memory().abandoned()).isZero();
    assertThat(room.all(Tell.class)).noneMatch(tell -> tell.to().equals(GateCell.ID));
  }

  @Test
  void behaviour_76_a_failed_hand_over_releases_the_action_and_is_counted() {
    room.mailFrom(BOB, 0, 1);
    var nonce = room.pulse().getFirst().nonce();
    room.tell(new WakeCommand.HandedOver(nonce, WakeProof.FAILED, true));
    assertThat(room.memory().flight()).isNull();
    assertThat(room.memory().abandoned()).isEqualTo(1);
  }

  @Test
  void behaviour_60_an_unknown_outcome_keeps_the_action_and_its_rest() {
    room.mailFrom(BOB, 0, 1);
    var nonce = room.pulse().getFirst().nonce();
    room.tell(new WakeCommand.HandedOver(nonce, WakeProof.UNKNOWN, true));
    assertThat(room.memory().flight()).isNotNull();
    assertThat(room.last().proof()).isEqualTo(WakeProof.UNKNOWN);
    assertThat(room.pulse()).isEmpty();
  }

  @Test
  void behaviour_55_mail_that_was_read_before_the_flush_wakes_nobody() {
    room.mailFrom(BOB, 1, 0);
    room.readMail();
    assertThat(room.look(WakeTrigger.MESSAGE)).isEmpty();
  }

  @Test
  void a_nonce_that_the_harness_saw_proves_the_turn() {
    room.mailFrom(BOB, 0, 1);
    room.seenNonce = room.pulse().getFirst().nonce();
    room.clock.advance(Duration.ofMinutes(5));
    room.pulse();
    assertThat(room.store.reads(WakeReads.class).after(WakeRoom.ADA, 0, 1).getFirst().proof())
        .isEqualTo(WakeProof.STARTED);
  }

  @Test
  void an_idle_day_grows_the_ledger_by_less_than_a_kilobyte() {
    room.pass(Duration.ofDays(1));
    long bytes = 0;
    for (var row : room.store.reads(WakeReads.class).after(WakeRoom.ADA, 0, 100)) {
      bytes += row.seat().length() + row.reasons().length() + row.inputs().length() + 40;
    }
    assertThat(bytes).isLessThan(1_000);
  }
}

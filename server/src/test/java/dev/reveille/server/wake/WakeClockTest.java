package dev.reveille.server.wake;

import static dev.reveille.server.wake.WakeRoom.BOB;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.SeatState;
import dev.reveille.protocol.SessionEnding;
import dev.reveille.server.decision.Reading;
import dev.reveille.server.decision.WakeProof;
import dev.reveille.server.decision.WakeReason;
import dev.reveille.server.kernel.Tell;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The cell of a seat over restarts, and when the wall clock jumps. */
class WakeClockTest {
  private final WakeRoom room = new WakeRoom();

  @Test
  void the_action_in_flight_and_the_counts_survive_a_restart() {
    room.mailFrom(BOB, 0, 1);
    var nonce = room.pulse().getFirst().nonce();
    room.tell(new WakeCommand.HandedOver(nonce, WakeProof.OFFERED, true));
    room.restart();
    assertThat(room.pulse()).isEmpty();
    assertThat(room.last().because()).contains(WakeReason.ACTION_IN_FLIGHT);
    assertThat(room.memory().used()).isEqualTo(1);
  }

  @Test
  void an_action_that_an_earlier_process_did_not_carry_out_is_settled_without_counting() {
    room.mailFrom(BOB, 0, 1);
    for (int i = 1; i <= 4; i++) {
      assertThat(room.pulse()).hasSize(1);
      room.restart();
      assertThat(room.pulse()).isEmpty();
      assertThat(room.memory().flight()).isNull();
      assertThat(room.memory().used()).isEqualTo(i);
      room.clock.advance(Duration.ofMinutes(5));
    }
    assertThat(room.memory().abandoned()).isZero();
    assertThat(room.all(Tell.class)).noneMatch(tell -> tell.to().equals(GateCell.ID));
  }

  @Test
  void an_action_that_its_seat_is_at_outlives_the_process() {
    room.state = SeatState.ENDED;
    room.end = SessionEnding.SUNSET;
    room.pulse();
    room.restart();
    room.state = SeatState.BOOTING;
    assertThat(room.pulse()).isEmpty();
    assertThat(room.memory().flight()).isNotNull();
  }

  @Test
  void a_wall_clock_that_jumps_back_gives_no_second_budget() {
    room.budget = 9;
    for (int i = 0; i < 9; i++) {
      room.clock.advance(Duration.ofMinutes(5));
      room.mailFrom("@s" + i, 1, 0);
      room.pulse();
      room.tell(new WakeCommand.Progressed());
    }
    room.clock.jumpWall(Duration.ofDays(-3));
    room.mailFrom("@s99", 1, 0);
    room.clock.advance(Duration.ofMinutes(5));
    assertThat(room.pulse()).isEmpty();
  }

  @Test
  void a_wall_clock_that_was_years_ahead_does_not_use_up_the_budgets_until_then() {
    room.budget = 9;
    room.clock.jumpWall(Duration.ofDays(3_650));
    room.mailFrom(BOB, 1, 0);
    assertThat(room.pass(Duration.ofHours(1))).isNotEmpty();
    room.clock.jumpWall(Duration.ofDays(-3_650));
    int wakes = 0;
    for (int day = 0; day < 3; day++) {
      room.mailFrom(BOB, day + 2, 0);
      wakes += room.pass(Duration.ofDays(1)).size();
    }
    assertThat(wakes).as("a quarter of nine for one sender, on each of three days").isEqualTo(6);
  }

  @Test
  void a_wall_clock_that_jumps_back_does_not_lengthen_the_wait_after_a_failed_start() {
    room.mailFrom(BOB, 1, 0);
    room.state = SeatState.ENDED;
    room.end = SessionEnding.SUNSET;
    assertThat(room.pulse()).hasSize(1);
    room.clock.advance(Duration.ofMinutes(20));
    room.end = SessionEnding.NOT_BOOTED;
    room.failedStarts = 1;
    room.lastTurnAt = Reading.of(room.clock.wallMillis());
    room.restart();
    room.clock.jumpWall(Duration.ofHours(-5));
    assertThat(room.pulse()).isEmpty();
    assertThat(room.last().because()).contains(WakeReason.START_BACKOFF);
    room.clock.advance(Duration.ofMinutes(30));
    assertThat(room.pulse()).hasSize(1);
  }

  @Test
  void a_wall_clock_that_jumps_back_does_not_silence_a_seat() {
    room.mailFrom(BOB, 1, 0);
    room.pulse();
    room.tell(new WakeCommand.Progressed());
    room.clock.jumpWall(Duration.ofHours(-5));
    room.mailFrom(BOB, 2, 0);
    for (int i = 0; i < 3; i++) {
      room.restart();
      room.clock.advance(Duration.ofMinutes(1));
      room.pulse();
    }
    room.restart();
    room.clock.advance(Duration.ofMinutes(1));
    assertThat(room.wakes()).isEqualTo(2);
  }
}

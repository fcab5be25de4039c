package dev.reveille.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.kernel.ManualClock;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RetentionClockTest {
  private static final Duration YEARS = Duration.ofDays(4_000);

  private final ManualClock clock = new ManualClock();

  private RetentionClock started() {
    return new RetentionClock(clock, Optional.of(clock.wallMillis()));
  }

  @Test
  void time_that_passes_is_believed() {
    var retention = started();
    for (int i = 0; i < 10; i++) {
      clock.advance(Duration.ofDays(3));
      assertThat(retention.now()).contains(clock.wallMillis());
    }
  }

  @Test
  void a_night_in_which_the_machine_was_suspended_is_believed() {
    var retention = started();
    clock.jumpWall(Duration.ofHours(14));
    assertThat(retention.now()).contains(clock.wallMillis());
  }

  @Test
  void a_jump_ahead_is_not_believed_and_a_clock_that_is_back_is() {
    var retention = started();
    clock.jumpWall(YEARS);
    assertThat(retention.now()).isEmpty();
    clock.advance(Duration.ofHours(2));
    assertThat(retention.now()).isEmpty();
    clock.jumpWall(YEARS.negated());
    assertThat(retention.now()).contains(clock.wallMillis());
  }

  @Test
  void a_clock_that_goes_on_steadily_after_a_jump_is_believed_in_the_end() {
    var retention = started();
    clock.jumpWall(YEARS);
    assertThat(retention.now()).isEmpty();
    clock.advance(RetentionClock.PROOF.minusMinutes(1));
    assertThat(retention.now()).isEmpty();
    clock.advance(Duration.ofMinutes(1));
    assertThat(retention.now()).contains(clock.wallMillis());
  }

  @Test
  void a_second_jump_begins_the_proof_again() {
    var retention = started();
    clock.jumpWall(YEARS);
    assertThat(retention.now()).isEmpty();
    clock.advance(RetentionClock.PROOF.minusMinutes(1));
    clock.jumpWall(YEARS);
    assertThat(retention.now()).isEmpty();
    clock.advance(Duration.ofMinutes(1));
    assertThat(retention.now()).isEmpty();
  }

  @Test
  void a_clock_that_is_ahead_when_the_server_starts_is_not_believed() {
    var known = Optional.of(clock.wallMillis());
    clock.jumpWall(YEARS);
    assertThat(new RetentionClock(clock, known).now()).isEmpty();
    assertThat(new RetentionClock(clock, Optional.empty()).now()).isPresent();
  }

  @Test
  void a_clock_that_goes_back_is_believed() {
    var retention = started();
    clock.jumpWall(YEARS.negated());
    assertThat(retention.now()).contains(clock.wallMillis());
  }
}

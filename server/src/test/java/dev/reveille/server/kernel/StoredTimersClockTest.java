package dev.reveille.server.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.kernel.StoredTimers.Phase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * The times at which stored timers are told: after restarts, in bursts, and when the wall clock
 * jumps.
 */
class StoredTimersClockTest extends StoredTimersContract {
  @Test
  void overdue_timers_are_due_when_the_process_starts_and_told_in_order_but_not_in_one_burst() {
    var writes = new ArrayList<TimerWrite>();
    for (int i = 1_200; i > 0; i--) writes.add(timer("t" + i, Duration.ofSeconds(i)));
    decide(writes.toArray(TimerWrite[]::new));
    set("future", HOUR.multipliedBy(2));
    restartAfter(HOUR);
    assertThat(IntStream.rangeClosed(1, 1_200))
        .allMatch(i -> timers.phase(id("t" + i)) == Phase.DUE);
    assertThat(told).isEmpty();
    pass(Duration.ZERO);
    assertThat(told).hasSize(OverdueTimers.AT_ONCE);
    pass(OverdueTimers.PAUSE.multipliedBy(2));
    assertThat(keys()).isEqualTo(IntStream.rangeClosed(1, 1_200).mapToObj(i -> "t" + i).toList());
    assertThat(timers.phase(id("future"))).isEqualTo(Phase.WAITING);
  }

  @Test
  void a_punctual_timer_does_not_wait_behind_overdue_ones() {
    var writes = new ArrayList<TimerWrite>();
    for (int i = 0; i < 2_000; i++) writes.add(timer("t" + i, Duration.ofSeconds(1)));
    decide(writes.toArray(TimerWrite[]::new));
    restartAfter(HOUR);
    set("now", Duration.ofMillis(50));
    pass(Duration.ofMillis(50));
    assertThat(keys()).hasSize(OverdueTimers.AT_ONCE + 1).endsWith("now");
  }

  @Test
  void after_a_restart_a_timer_waits_for_the_rest_of_its_time() {
    set("a", HOUR);
    restartAfter(Duration.ofMinutes(20));
    pass(Duration.ofMinutes(40).minusMillis(1));
    assertThat(told).isEmpty();
    pass(Duration.ofMillis(1));
    assertThat(keys()).containsExactly("a");
  }

  @Test
  void a_wall_clock_that_jumps_ahead_makes_timers_due_within_the_poll_interval() {
    set("a", HOUR);
    set("b", HOUR.multipliedBy(30));
    pass(Duration.ofSeconds(3));
    clock.jumpWall(HOUR);
    pass(queue.pollInterval());
    assertThat(keys()).containsExactly("a");
    assertThat(timers.next(OWNER, KIND))
        .hasValue(clock.wallMillis() + HOUR.multipliedBy(29).minusSeconds(4).toMillis());
  }

  @Test
  void a_wall_clock_that_jumps_back_does_not_make_a_timer_wait_longer_than_was_asked_for() {
    set("a", HOUR);
    pass(Duration.ofMinutes(20));
    clock.jumpWall(Duration.ofDays(-30));
    set("b", Duration.ofMinutes(10));
    pass(Duration.ofMinutes(10));
    assertThat(keys()).containsExactly("b");
    pass(Duration.ofMinutes(30).minusMillis(1));
    assertThat(keys()).containsExactly("b");
    pass(Duration.ofMillis(1));
    assertThat(keys()).containsExactly("b", "a");
  }

  @Test
  void a_jump_ahead_that_is_corrected_makes_no_timer_early() {
    set("a", HOUR.multipliedBy(10));
    clock.jumpWall(HOUR.multipliedBy(8));
    pass(HOUR);
    set("b", HOUR);
    clock.jumpWall(HOUR.multipliedBy(-8));
    pass(HOUR);
    assertThat(keys()).as("the clock went back, but an hour has passed").containsExactly("b");
    pass(HOUR.multipliedBy(8).minusMillis(1));
    assertThat(told).hasSize(1);
    pass(Duration.ofMillis(1));
    assertThat(keys()).containsExactly("b", "a");
  }

  @Test
  void small_jumps_ahead_make_no_timer_early_that_waits_after_a_jump_back() {
    set("a", HOUR);
    clock.jumpWall(Duration.ofDays(-1));
    pass(Duration.ofMinutes(30));
    clock.jumpWall(Duration.ofMillis(400));
    pass(Duration.ofMinutes(30).minusMillis(1));
    assertThat(told).isEmpty();
    pass(Duration.ofMillis(1));
    assertThat(keys()).containsExactly("a");
  }

  @Test
  void a_wall_clock_that_was_set_while_the_process_was_down_counts() {
    set("a", HOUR);
    set("b", HOUR.multipliedBy(2));
    clock.jumpWall(HOUR);
    restartAfter(Duration.ZERO);
    pass(Duration.ZERO);
    assertThat(keys()).containsExactly("a");
    clock.jumpWall(Duration.ofDays(-30));
    restartAfter(Duration.ZERO);
    pass(HOUR.multipliedBy(2).minusMillis(1));
    assertThat(told).hasSize(1);
    pass(Duration.ofMillis(1));
    assertThat(keys()).containsExactly("a", "b");
  }

  @Test
  void a_million_years_and_times_before_all_clocks_are_times_like_others() {
    decide(
        new SetTimer(id("far"), Long.MAX_VALUE, Long.MIN_VALUE, ""),
        new SetTimer(id("past"), Long.MIN_VALUE, Long.MAX_VALUE, ""));
    set("a", HOUR);
    pass(HOUR);
    assertThat(keys()).containsExactly("past", "a");
    restartAfter(HOUR);
    pass(HOUR);
    assertThat(timers.phase(id("far"))).isEqualTo(Phase.WAITING);
  }
}

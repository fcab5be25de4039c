package dev.reveille.server.limits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.limits.Escalation.Action;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Repeats, strikes and slow mode, each by itself. */
class ModerationPartsTest {
  private static final Duration MINUTE = Duration.ofSeconds(60);

  private static long seconds(long n) {
    return Duration.ofSeconds(n).toNanos();
  }

  @Test
  void the_same_text_counts_whatever_its_case_spacing_and_punctuation() {
    var watch = new RepeatWatch();
    assertThat(watch.saw("Buy now!", MINUTE, 0)).isEqualTo(1);
    assertThat(watch.saw("buy  NOW", MINUTE, 1)).isEqualTo(2);
    assertThat(watch.saw("something else", MINUTE, 2)).isEqualTo(1);
    assertThat(watch.saw("BUYNOW...", MINUTE, 3)).isEqualTo(3);
    assertThat(watch.saw("!!!", MINUTE, 4)).as("signs alone count as they are").isEqualTo(1);
    assertThat(watch.saw("???", MINUTE, 5)).isEqualTo(1);
  }

  @Test
  void what_was_said_before_the_window_does_not_count() {
    var watch = new RepeatWatch();
    watch.saw("x", MINUTE, 0);
    assertThat(watch.saw("x", MINUTE, seconds(60))).isEqualTo(2);
    assertThat(watch.saw("x", MINUTE, seconds(121))).isEqualTo(1);
    watch.clear();
    assertThat(watch.saw("x", MINUTE, seconds(121))).isEqualTo(1);
  }

  @Test
  void steps_go_up_to_the_last_and_quiet_time_takes_them_back_one_by_one() {
    var escalation = new Escalation();
    assertThat(escalation.remembers(MINUTE, 0)).isFalse();
    assertThat(escalation.strike(MINUTE, 0)).isEqualTo(Action.WARN);
    assertThat(escalation.strike(MINUTE, seconds(1))).isEqualTo(Action.MUTE);
    assertThat(escalation.strike(MINUTE, seconds(2))).isEqualTo(Action.KICK);
    assertThat(escalation.strike(MINUTE, seconds(3))).isEqualTo(Action.KICK);
    assertThat(escalation.strike(MINUTE, seconds(64))).as("one back").isEqualTo(Action.KICK);
    assertThat(escalation.strike(MINUTE, seconds(64 + 121))).as("two back").isEqualTo(Action.MUTE);
    assertThat(escalation.remembers(MINUTE, seconds(64 + 121 + 119))).isTrue();
    assertThat(escalation.remembers(MINUTE, seconds(64 + 121 + 121))).isFalse();
    assertThat(escalation.strike(MINUTE, seconds(10_000))).isEqualTo(Action.WARN);
  }

  @Test
  void slow_mode_names_the_rest_of_the_wait_and_forgets_those_who_waited() {
    var pace = new Pace();
    var ten = Duration.ofSeconds(10);
    assertThat(pace.wait("@a", ten, 0)).isZero();
    pace.spoke("@a", ten, 0);
    assertThat(pace.wait("@a", ten, seconds(4))).isEqualTo(Duration.ofSeconds(6));
    assertThat(pace.wait("@b", ten, seconds(4))).isZero();
    assertThat(pace.wait("@a", ten, seconds(10))).isZero();
    for (int i = 0; i < 100; i++) pace.spoke("@" + i, ten, seconds(20 + i));
    assertThat(pace.size()).isLessThanOrEqualTo(11);
    for (int i = 0; i < 20_000; i++) pace.spoke("@n" + i, ten, seconds(200));
    assertThat(pace.size()).isEqualTo(10_000);
  }
}

package dev.reveille.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class DelaysTest {
  @Test
  void jitter_stays_within_its_fraction_and_uses_both_sides_of_it() {
    var jitter = new Jitter(0.5, new Random(1));
    var delays = LongStream.generate(() -> jitter.around(10_000)).limit(10_000).summaryStatistics();
    assertThat(delays.getMin()).isBetween(5_000L, 5_050L);
    assertThat(delays.getMax()).isBetween(14_950L, 15_000L);
    assertThat(delays.getAverage()).isBetween(9_900.0, 10_100.0);
  }

  @Test
  void no_delay_is_shorter_than_100_ms() {
    var jitter = new Jitter(1, new Random(1));
    assertThat(LongStream.generate(() -> jitter.around(150)).limit(1_000).min().getAsLong())
        .isEqualTo(100);
    assertThat(new Jitter(0, new Random(1)).around(0)).isEqualTo(100);
  }

  @Test
  void a_fraction_outside_0_to_1_is_clamped() {
    assertThat(new Jitter(-3, new Random(1)).around(1_000)).isEqualTo(1_000);
    assertThat(new Jitter(Double.NaN, new Random(1)).around(1_000)).isEqualTo(1_000);
    var wild = new Jitter(9, new Random(1));
    assertThat(LongStream.generate(() -> wild.around(1_000)).limit(1_000).max().getAsLong())
        .isLessThanOrEqualTo(2_000);
  }

  @Test
  void back_off_doubles_from_one_second_to_a_minute_and_never_wraps() {
    var plain = new Backoff(1_000, 60_000, new Jitter(0, new Random(1)));
    assertThat(LongStream.range(0, 8).map(n -> plain.delayMillis((int) n)))
        .containsExactly(1_000L, 2_000L, 4_000L, 8_000L, 16_000L, 32_000L, 60_000L, 60_000L);
    assertThat(plain.delayMillis(Integer.MAX_VALUE)).isEqualTo(60_000);
  }

  @Test
  void back_off_is_jittered_by_a_fifth() {
    var backoff = new Backoff(1_000, 60_000, new Jitter(0.2, new Random(1)));
    assertThat(LongStream.range(0, 1_000).map(_ -> backoff.delayMillis(10)))
        .allMatch(d -> d >= 48_000 && d <= 72_000)
        .anyMatch(d -> d < 50_000)
        .anyMatch(d -> d > 70_000);
  }
}

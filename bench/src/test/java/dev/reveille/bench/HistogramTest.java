package dev.reveille.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.Random;
import org.junit.jupiter.api.Test;

class HistogramTest {
  private final Histogram histogram = new Histogram();

  @Test
  void small_values_are_exact() {
    for (int i = 0; i < 64; i++) histogram.record(i);
    assertThat(histogram.quantile(0.5)).isEqualTo(31);
    assertThat(histogram.quantile(1)).isEqualTo(63);
    assertThat(histogram.count()).isEqualTo(64);
  }

  @Test
  void any_value_is_found_again_within_two_percent() {
    var random = new Random(7);
    for (int i = 0; i < 10_000; i++) {
      long value = random.nextLong() >>> (1 + random.nextInt(62));
      histogram.clear();
      histogram.record(value);
      assertThat(histogram.quantile(0.5))
          .as("value %d", value)
          .isGreaterThanOrEqualTo(value)
          .isCloseTo(value, withinPercentage(2));
    }
  }

  @Test
  void the_largest_value_fits() {
    histogram.record(Long.MAX_VALUE);
    assertThat(histogram.quantile(1)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void a_quantile_separates_the_few_slow_from_the_many_fast() {
    for (int i = 0; i < 990; i++) histogram.record(1000);
    for (int i = 0; i < 10; i++) histogram.record(1_000_000);
    assertThat(histogram.quantile(0.99)).isCloseTo(1000, withinPercentage(2));
    assertThat(histogram.quantile(0.999)).isCloseTo(1_000_000, withinPercentage(2));
  }

  @Test
  void nothing_recorded_is_zero_and_a_clock_that_went_back_counts_as_zero() {
    assertThat(histogram.quantile(0.5)).isZero();
    histogram.record(-5);
    assertThat(histogram.count()).isEqualTo(1);
    assertThat(histogram.quantile(1)).isZero();
  }
}

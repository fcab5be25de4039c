package dev.reveille.server.limits;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class TokenBucketTest {
  private static final long SECOND = 1_000_000_000L;

  private static int burst(TokenBucket bucket, long now) {
    int passed = 0;
    while (passed < 1000 && bucket.take(now)) passed++;
    return passed;
  }

  @Test
  void a_full_bucket_lets_exactly_its_burst_through() {
    assertThat(burst(new TokenBucket(Duration.ofSeconds(1), 5), 0)).isEqualTo(5);
    assertThat(burst(new TokenBucket(Duration.ofSeconds(1), 1), 0)).isEqualTo(1);
  }

  @Test
  void one_token_comes_per_interval_and_never_sooner() {
    var bucket = new TokenBucket(Duration.ofSeconds(1), 5);
    burst(bucket, 0);
    assertThat(bucket.take(SECOND - 1)).isFalse();
    assertThat(bucket.take(SECOND)).isTrue();
    assertThat(bucket.take(SECOND)).isFalse();
    assertThat(bucket.take(2 * SECOND)).isTrue();
  }

  @Test
  void a_refusal_costs_nothing() {
    var bucket = new TokenBucket(Duration.ofSeconds(1), 1);
    assertThat(bucket.take(0)).isTrue();
    for (int i = 0; i < 100; i++) assertThat(bucket.take(SECOND / 2)).isFalse();
    assertThat(bucket.take(SECOND)).isTrue();
  }

  @Test
  void a_long_rest_fills_it_to_the_burst_and_not_beyond() {
    var bucket = new TokenBucket(Duration.ofSeconds(1), 5);
    burst(bucket, 0);
    assertThat(burst(bucket, 3 * SECOND)).isEqualTo(3);
    assertThat(burst(bucket, 1_000_000 * SECOND)).isEqualTo(5);
  }

  @Test
  void it_works_across_the_wrap_of_the_monotonic_clock_and_below_zero() {
    for (long start : new long[] {Long.MAX_VALUE - SECOND / 2, -5 * SECOND, Long.MIN_VALUE}) {
      var bucket = new TokenBucket(Duration.ofSeconds(1), 2);
      assertThat(burst(bucket, start)).isEqualTo(2);
      assertThat(bucket.take(start + SECOND - 1)).isFalse();
      assertThat(bucket.take(start + SECOND)).isTrue();
      assertThat(burst(bucket, start + 10 * SECOND)).isEqualTo(2);
    }
  }

  @Test
  void no_interval_means_no_limit() {
    assertThat(burst(new TokenBucket(Duration.ZERO, 1), 0)).isEqualTo(1000);
  }

  @Test
  void the_largest_interval_and_burst_that_can_be_set_do_not_overflow() {
    var bucket = new TokenBucket(Duration.ofDays(1), 10_000);
    for (int i = 0; i < 10_000; i++) assertThat(bucket.take(i)).isTrue();
    assertThat(bucket.take(10_000)).isFalse();
  }
}

package dev.reveille.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SeqRangesTest {
  @Test
  void behaves_as_a_set_for_any_order_of_arrival() {
    for (int seed = 0; seed < 200; seed++) {
      var random = new Random(seed);
      var ranges = new SeqRanges();
      var model = new HashSet<Long>();
      for (int i = 0; i < 200; i++) {
        long seq = 1L + random.nextInt(100);
        assertThat(ranges.add(seq)).as("seed %d, seq %d", seed, seq).isEqualTo(model.add(seq));
      }
      assertThat(ranges.highest()).isEqualTo(model.stream().max(Long::compare).orElseThrow());
    }
  }

  @Test
  void a_gapless_channel_costs_one_range() {
    var ranges = new SeqRanges();
    for (long seq = 1; seq <= 100_000; seq++) assertThat(ranges.add(seq)).isTrue();
    assertThat(ranges.size()).isOne();
  }

  @Test
  void gaps_are_bounded_and_the_newest_stay_exact() {
    var ranges = new SeqRanges();
    for (long seq = 1; seq <= 100_000; seq += 2) ranges.add(seq);
    assertThat(ranges.size()).isEqualTo(SeqRanges.MAX_RANGES);
    assertThat(ranges.add(99_998)).isTrue();
    assertThat(ranges.add(99_999)).isFalse();
  }
}

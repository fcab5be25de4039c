package dev.reveille.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class SeqRangesTest {

  private static SeqRanges of(long... ends) {
    var ranges = new SeqRanges();
    for (int i = 0; i < ends.length; i += 2) ranges.add(ends[i], ends[i + 1]);
    return ranges;
  }

  @Test
  void what_is_in_a_range_already_does_not_shorten_it() {
    var ranges = of(7, 9);
    assertThat(ranges.add(7, 7)).isFalse();
    assertThat(ranges.add(8, 9)).isFalse();
    assertThat(ranges.text()).isEqualTo("7-9");
    assertThat(ranges.count()).isEqualTo(3);
  }

  @Test
  void ranges_that_touch_or_overlap_become_one() {
    assertThat(of(1, 2, 3, 3).text()).isEqualTo("1-3");
    assertThat(of(5, 6, 1, 1, 2, 4).text()).isEqualTo("1-6");
    assertThat(of(1, 1, 3, 3, 5, 5, 2, 4).text()).isEqualTo("1-5");
    assertThat(of(4, 4, 1, 9).text()).isEqualTo("1-9");
    assertThat(of(4, 3).isEmpty()).isTrue();
  }

  @Test
  void a_mark_goes_on_as_far_as_nothing_is_missing() {
    var ranges = of(3, 4, 6, 6);
    assertThat(ranges.goOn(1)).isEqualTo(1);
    assertThat(ranges.goOn(2)).isEqualTo(4);
    assertThat(ranges.text()).isEqualTo("6");
    assertThat(ranges.goOn(9)).isEqualTo(9);
    assertThat(ranges.isEmpty()).isTrue();
  }

  @Test
  void it_is_a_set_of_numbers_whatever_is_added_and_can_be_written_down() {
    Property.holds(
        2_000,
        gen -> {
          var ranges = new SeqRanges();
          var model = new TreeSet<Long>();
          for (int step = 0; step < 30; step++) {
            long first = gen.between(1, 30);
            long last = first + gen.between(-1, 3);
            boolean grew = false;
            for (long seq = first; seq <= last; seq++) grew |= model.add(seq);
            assertThat(ranges.add(first, last)).isEqualTo(grew);
            if (gen.chance(1.0 / 6)) {
              long mark = gen.between(0, 29);
              long upTo = mark;
              while (model.contains(upTo + 1)) upTo++;
              assertThat(ranges.goOn(mark)).isEqualTo(upTo);
              model.headSet(upTo, true).clear();
            }
            assertThat(ranges.count()).isEqualTo(model.size());
            var read = SeqRanges.of(ranges.text());
            assertThat(read.text()).isEqualTo(ranges.text()).doesNotContain("--");
            for (long seq = 0; seq < 40; seq++) {
              assertThat(read.contains(seq))
                  .as("%s in %s", seq, read)
                  .isEqualTo(model.contains(seq));
            }
          }
        });
  }

  @Test
  void the_highest_seq_is_the_end_of_the_last_range() {
    assertThat(of().highest()).isZero();
    assertThat(of(9, 12, 3, 4).highest()).isEqualTo(12);
  }

  @Test
  void a_gapless_stream_costs_one_range() {
    var ranges = new SeqRanges();
    for (long seq = 1; seq <= 100_000; seq++) assertThat(ranges.add(seq)).isTrue();
    assertThat(ranges.ranges()).isOne();
  }

  @Test
  void a_limit_closes_the_oldest_gaps_and_the_newest_stay_exact() {
    var ranges = new SeqRanges();
    for (long seq = 1; seq <= 100_000; seq += 2) {
      ranges.add(seq);
      ranges.limit(64);
    }
    assertThat(ranges.ranges()).isEqualTo(64);
    assertThat(ranges.add(2)).isFalse();
    assertThat(ranges.add(99_998)).isTrue();
    assertThat(ranges.add(99_999)).isFalse();
  }

  @Test
  void everything_up_to_a_seq_can_be_removed() {
    var seqs = SeqRanges.of("1-3,5-9,12");
    seqs.removeUpTo(6);
    assertThat(seqs.text()).isEqualTo("7-9,12");
    assertThat(seqs.count()).isEqualTo(4);
    seqs.removeUpTo(0);
    assertThat(seqs.text()).isEqualTo("7-9,12");
    seqs.removeUpTo(99);
    assertThat(seqs.isEmpty()).isTrue();
  }
}

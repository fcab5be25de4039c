package dev.reveille.server.limits;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FrameWindowTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long WINDOW = 10 * SECOND;

  @Test
  void the_limit_passes_and_one_more_does_not() {
    var window = new FrameWindow();
    for (int i = 0; i < 60; i++) assertThat(window.admit(i, 60)).isTrue();
    assertThat(window.admit(60, 60)).isFalse();
  }

  @Test
  void a_frame_counts_while_it_is_younger_than_ten_seconds() {
    var window = new FrameWindow();
    for (int i = 0; i < 10; i++) window.admit(0, 10);
    assertThat(window.admit(WINDOW - 1, 20)).isTrue();
    var full = new FrameWindow();
    for (int i = 0; i < 10; i++) full.admit(0, 10);
    assertThat(full.admit(WINDOW, 10)).isTrue();
  }

  @Test
  void frames_before_identification_count_after_it_too() {
    var window = new FrameWindow();
    for (int i = 0; i < 10; i++) assertThat(window.admit(i, 10)).isTrue();
    for (int i = 10; i < 60; i++) assertThat(window.admit(i, 60)).isTrue();
    assertThat(window.admit(60, 60)).isFalse();
  }

  @Test
  void a_limit_of_zero_is_none() {
    var window = new FrameWindow();
    for (int i = 0; i < 10_000; i++) assertThat(window.admit(0, 0)).isTrue();
  }

  @Test
  void it_agrees_with_a_list_of_all_times_up_to_the_first_refusal() {
    for (int seed = 0; seed < 200; seed++) {
      var random = new Random(seed);
      var window = new FrameWindow();
      var all = new ArrayList<Long>();
      long now = random.nextLong();
      int limit = 3 + random.nextInt(5);
      boolean admitted = true;
      for (int i = 0; admitted && i < 500; i++) {
        now += random.nextLong(4 * SECOND);
        if (random.nextInt(50) == 0) limit += random.nextInt(5);
        long at = now;
        all.add(now);
        long young = all.stream().filter(t -> at - t < WINDOW).count();
        admitted = window.admit(now, limit);
        assertThat(admitted).as("seed %d frame %d", seed, i).isEqualTo(young <= limit);
      }
    }
  }
}

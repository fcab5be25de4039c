package dev.reveille.server.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecentFramesTest {
  private final RecentFrames recent = new RecentFrames(3);

  private static Frame frame(String text) {
    return new Frame(text.getBytes(StandardCharsets.UTF_8));
  }

  private List<String> range(long from, long to) {
    return recent.range("#a", from, to).stream().map(Frame::toString).toList();
  }

  @Test
  void the_newest_frames_are_at_hand_in_order() {
    for (int i = 1; i <= 5; i++) recent.add("#a", i, frame("m" + i));
    assertThat(range(3, 5)).containsExactly("m3", "m4", "m5");
    assertThat(range(5, 5)).containsExactly("m5");
    assertThat(range(3, 4)).as("also when more was said since").containsExactly("m3", "m4");
    assertThat(range(6, 5)).isEmpty();
  }

  @Test
  void what_is_older_or_newer_or_elsewhere_is_not_guessed() {
    for (int i = 1; i <= 5; i++) recent.add("#a", i, frame("m" + i));
    assertThat(recent.range("#a", 2, 5)).isEmpty();
    assertThat(recent.range("#a", 5, 6)).isEmpty();
    assertThat(recent.range("#a", 2, 4)).isEmpty();
    assertThat(recent.range("#b", 1, 1)).isEmpty();
  }

  @Test
  void a_gap_starts_anew() {
    recent.add("#a", 1, frame("m1"));
    recent.add("#a", 7, frame("m7"));
    recent.add("#a", 8, frame("m8"));
    assertThat(recent.range("#a", 1, 8)).isEmpty();
    assertThat(range(7, 8)).containsExactly("m7", "m8");
  }

  @Test
  void beyond_the_bytes_the_channel_used_longest_ago_is_forgotten() {
    var large = "x".repeat(6 << 20);
    recent.add("#a", 1, frame(large));
    recent.add("#b", 1, frame(large));
    assertThat(recent.range("#a", 1, 1)).isNotEmpty();
    recent.add("#c", 1, frame(large));
    assertThat(recent.range("#b", 1, 1)).isEmpty();
    assertThat(recent.range("#a", 1, 1)).isNotEmpty();
    assertThat(recent.range("#c", 1, 1)).isNotEmpty();
  }
}

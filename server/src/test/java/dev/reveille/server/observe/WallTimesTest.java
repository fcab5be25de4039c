package dev.reveille.server.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.kernel.Clock;
import java.util.Random;
import org.junit.jupiter.api.Test;

class WallTimesTest {
  private static final long T = 1_700_000_000_000L;

  private final Random random = new Random(3);
  private long nanos = -5_000_000_001L;
  private long set;

  /** Between its two readings some time goes by. */
  private final Clock clock =
      new Clock() {
        @Override
        public long wallMillis() {
          pass();
          return T + set + Math.floorDiv(nanos, 1_000_000L);
        }

        @Override
        public long nanos() {
          pass();
          return nanos;
        }
      };

  private void pass() {
    nanos += random.nextLong(3_000_000);
  }

  @Test
  void a_moment_has_the_same_wall_time_each_time() {
    var times = new WallTimes(clock);
    long due = 77_000_123_456L;
    long first = times.of(due);
    assertThat(first).isBetween(T + 77_000 - 5, T + 77_000 + 5);
    for (int i = 0; i < 10_000; i++) assertThat(times.of(due)).isEqualTo(first);
  }

  @Test
  void it_follows_when_the_wall_clock_is_set() {
    var times = new WallTimes(clock);
    long due = 77_000_123_456L;
    for (long by : new long[] {3_600_000, -7_200_000, 150}) {
      set += by;
      assertThat(times.of(due)).isBetween(T + set + 77_000 - 5, T + set + 77_000 + 5);
    }
  }
}

package dev.reveille.server.chat;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class TakeOversTest {
  private static final long MINUTE = 60_000_000_000L;

  @Test
  void the_wait_doubles_with_every_take_over_up_to_a_minute() {
    var takeOvers = new TakeOvers(Duration.ofSeconds(5));
    for (long expected : new long[] {5, 10, 20, 40, 60, 60, 60}) {
      assertThat(takeOvers.waitMillis(0)).isEqualTo(expected * 1000);
      takeOvers.happened(0);
    }
  }

  @Test
  void it_is_short_again_five_minutes_after_the_last_one() {
    var takeOvers = new TakeOvers(Duration.ofSeconds(5));
    takeOvers.happened(0);
    assertThat(takeOvers.waitMillis(5 * MINUTE - 1)).isEqualTo(10_000);
    assertThat(takeOvers.remembers(5 * MINUTE - 1)).isTrue();
    takeOvers.happened(5 * MINUTE - 1);
    assertThat(takeOvers.waitMillis(9 * MINUTE)).isEqualTo(20_000);
    assertThat(takeOvers.waitMillis(10 * MINUTE)).isEqualTo(5_000);
    assertThat(takeOvers.remembers(10 * MINUTE)).isFalse();
  }

  @Test
  void asking_alone_changes_nothing() {
    var takeOvers = new TakeOvers(Duration.ofSeconds(5));
    for (int i = 0; i < 10; i++) assertThat(takeOvers.waitMillis(i)).isEqualTo(5_000);
    assertThat(takeOvers.remembers(10)).isFalse();
  }

  @Test
  void a_wait_of_zero_stays_zero_and_a_wait_above_a_minute_stays_itself() {
    var none = new TakeOvers(Duration.ZERO);
    var long1 = new TakeOvers(Duration.ofDays(1));
    for (int i = 0; i < 100; i++) {
      assertThat(none.waitMillis(0)).isZero();
      assertThat(long1.waitMillis(0)).isEqualTo(86_400_000);
      none.happened(0);
      long1.happened(0);
    }
  }
}

package dev.reveille.server.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.kernel.ManualClock;
import dev.reveille.server.kernel.ManualTimers;
import dev.reveille.server.kernel.Recorder;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class NumbersTest {
  private final ManualClock clock = new ManualClock();
  private final ManualTimers timers = new ManualTimers(clock);
  private final AtomicLong messages = new AtomicLong(1000);
  private final AtomicLong deliveries = new AtomicLong(5000);
  private final Recorder lateness = new Recorder();
  private final Numbers numbers =
      new Numbers(
          clock,
          timers,
          new Numbers.Sources(
              messages::get, deliveries::get, () -> 7, () -> 2, lateness, new Recorder()));

  @Test
  void a_second_has_what_happened_in_it_and_not_what_was_before() {
    numbers.start();
    messages.addAndGet(3);
    deliveries.addAndGet(9);
    lateness.note(2_000_000);
    timers.advance(Duration.ofSeconds(1));
    messages.addAndGet(1);
    timers.advance(Duration.ofSeconds(1));

    var seconds = numbers.after(0);
    assertThat(seconds).extracting(Numbers.Second::number).containsExactly(1L, 2L);
    assertThat(seconds).extracting(Numbers.Second::messages).containsExactly(3L, 1L);
    assertThat(seconds).extracting(Numbers.Second::deliveries).containsExactly(9L, 0L);
    assertThat(seconds.getFirst().connected()).isEqualTo(7);
    assertThat(seconds.getFirst().sleeping()).isEqualTo(2);
    assertThat(seconds.getFirst().lateness().count()).isEqualTo(1);
    assertThat(seconds.getFirst().lateness().p99()).isBetween(2_000L, 2_400L);
    assertThat(seconds.getLast().lateness().count()).isZero();
    assertThat(seconds.getLast().at()).isEqualTo(clock.wallMillis());
    assertThat(numbers.after(1)).isEqualTo(seconds.subList(1, 2));
  }

  @Test
  void five_minutes_are_kept() {
    numbers.start();
    timers.advance(Duration.ofSeconds(400));
    var seconds = numbers.after(0);
    assertThat(seconds).hasSize(300);
    assertThat(seconds.getFirst().number()).isEqualTo(101);
    assertThat(seconds.getLast().number()).isEqualTo(400);
  }

  @Test
  void after_its_end_no_timer_stays() {
    numbers.start();
    timers.advance(Duration.ofSeconds(2));
    numbers.stop();
    timers.advance(Duration.ofSeconds(2));
    assertThat(timers.pending()).isZero();
  }
}

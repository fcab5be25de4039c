package dev.reveille.server.observe;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.kernel.ManualClock;
import dev.reveille.server.kernel.ManualTimers;
import dev.reveille.server.kernel.Recorder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class MeasurementsTest {
  private final ManualClock clock = new ManualClock();
  private final ManualTimers timers = new ManualTimers(clock);
  private final AtomicLong messages = new AtomicLong(1000);
  private final Recorder lateness = new Recorder();
  private final List<StoredNumbers> minutes = new ArrayList<>();
  private final Measurements numbers =
      new Measurements(
          clock,
          timers,
          List.of(
              new Series.Rate("messages", "Messages", "messages", messages::get),
              new Series.Level("connected", "Agents", "connected", () -> 7),
              new Series.Durations("fired", "late", "Lateness", lateness)),
          minutes::add);

  @Test
  void a_second_has_what_happened_in_it_and_not_what_was_before() {
    numbers.start();
    messages.addAndGet(3);
    lateness.note(2_000_000);
    timers.advance(Duration.ofSeconds(1));
    messages.addAndGet(1);
    timers.advance(Duration.ofSeconds(1));

    var seconds = numbers.after(0);
    assertThat(seconds).extracting(Measurements.Second::number).containsExactly(1L, 2L);
    assertThat(seconds).extracting(s -> s.values().get("messages")).containsExactly(3L, 1L);
    var first = seconds.getFirst().values();
    assertThat(first)
        .containsOnlyKeys("messages", "connected", "fired", "late_p50_us", "late_p99_us")
        .containsEntry("connected", 7L)
        .containsEntry("fired", 1L);
    assertThat(first.get("late_p99_us")).isBetween(2_000L, 2_400L);
    assertThat(seconds.getLast().values()).containsEntry("fired", 0L);
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

  /** The manual clock begins 20 s after a full minute. */
  @Test
  void a_minute_that_is_past_is_handed_over_added_up() {
    numbers.start();
    messages.addAndGet(3);
    timers.advance(Duration.ofSeconds(40));
    assertThat(minutes).isEmpty();
    lateness.note(2_000_000);
    messages.addAndGet(9);
    timers.advance(Duration.ofSeconds(61));

    assertThat(minutes).hasSize(2);
    assertThat(minutes).extracting(StoredNumbers::seconds).containsExactly(40L, 60L);
    assertThat(minutes.get(1).at() - minutes.get(0).at()).isEqualTo(60_000);
    assertThat(minutes).extracting(StoredNumbers::at).allMatch(at -> at % 60_000 == 0);
    assertThat(Figures.of(minutes.get(0).figures()).sums())
        .containsEntry("messages", 3L)
        .containsEntry("connected", 7L * 40);
    var second = Figures.of(minutes.get(1).figures());
    assertThat(second.sums()).containsEntry("messages", 9L).containsEntry("connected", 7L * 60);
    assertThat(requireNonNull(second.durations().get("late")).count()).isEqualTo(1);
  }

  @Test
  void at_the_end_the_seconds_of_the_minute_so_far_are_handed_over_once() {
    numbers.start();
    messages.addAndGet(3);
    timers.advance(Duration.ofSeconds(5));
    numbers.stop();
    numbers.stop();
    assertThat(minutes).hasSize(1);
    assertThat(minutes.getFirst().seconds()).isEqualTo(5);
  }

  @Test
  void the_time_in_which_a_machine_slept_belongs_to_no_minute() {
    numbers.start();
    timers.advance(Duration.ofSeconds(41));
    clock.jumpWall(Duration.ofHours(2));
    timers.advance(Duration.ofSeconds(30));
    assertThat(minutes).extracting(StoredNumbers::seconds).containsExactly(40L, 1L);
    numbers.stop();
    assertThat(minutes.getLast().at() - minutes.getFirst().at()).isGreaterThan(7_000_000);
  }
}

package dev.reveille.server.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** The promises of every timer queue. */
abstract class TimerQueueContract {
  /** The queue, made anew for each test. */
  abstract TimerQueue queue();

  /** The queue's clock moves on; returns once everything due has run. */
  abstract void pass(Duration time);

  /** The wall clock alone jumps. */
  abstract void jumpWall(Duration by);

  final List<String> fired = new CopyOnWriteArrayList<>();

  private TimerQueue.Timer in(int millis, String name) {
    return queue().schedule(Duration.ofMillis(millis), () -> fired.add(name));
  }

  @Test
  void the_earliest_fires_first_and_none_early() {
    in(300, "c");
    in(100, "a");
    in(200, "b");
    pass(Duration.ofMillis(99));
    assertThat(fired).isEmpty();
    pass(Duration.ofMillis(1));
    assertThat(fired).containsExactly("a");
    pass(Duration.ofMillis(200));
    assertThat(fired).containsExactly("a", "b", "c");
  }

  @Test
  void timers_for_the_same_moment_fire_in_the_order_they_were_made() {
    for (int i = 0; i < 50; i++) in(10, "t" + i);
    pass(Duration.ofMillis(10));
    assertThat(fired).hasSize(50).startsWith("t0", "t1", "t2").endsWith("t48", "t49");
  }

  @Test
  void a_cancelled_timer_does_not_fire() {
    var timer = in(10, "never");
    in(10, "other");
    assertThat(timer.cancel()).isTrue();
    assertThat(timer.cancel()).isFalse();
    pass(Duration.ofMillis(20));
    assertThat(fired).containsExactly("other");
    assertThat(queue().pending()).isZero();
  }

  @Test
  void a_jump_of_the_wall_clock_neither_fires_early_nor_stalls() {
    in(1000, "t");
    jumpWall(Duration.ofHours(5));
    pass(Duration.ofMillis(999));
    assertThat(fired).isEmpty();
    jumpWall(Duration.ofHours(-10));
    pass(Duration.ofMillis(1));
    assertThat(fired).containsExactly("t");
  }

  @Test
  void a_task_that_throws_does_not_stop_the_others() {
    queue().schedule(Duration.ofMillis(1), () -> failing("on purpose"));
    in(2, "after");
    pass(Duration.ofMillis(2));
    assertThat(fired).containsExactly("after");
  }

  private static void failing(String why) {
    throw new IllegalStateException(why);
  }

  @Test
  void a_task_may_schedule_another() {
    queue()
        .schedule(
            Duration.ofMillis(5),
            () -> {
              fired.add("first");
              in(5, "second");
            });
    pass(Duration.ofMillis(5));
    pass(Duration.ofMillis(5));
    assertThat(fired).containsExactly("first", "second");
  }
}

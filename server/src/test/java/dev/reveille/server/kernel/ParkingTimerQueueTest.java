package dev.reveille.server.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ParkingTimerQueueTest extends TimerQueueContract {
  private final ManualClock clock = new ManualClock();
  private final ParkingTimerQueue queue = new ParkingTimerQueue(clock, Duration.ofMillis(1));

  @Override
  TimerQueue queue() {
    return queue;
  }

  /** A timer made now, due at once, comes after everything that is due already. */
  @Override
  void pass(Duration time) {
    clock.advance(time);
    var caughtUp = new CountDownLatch(1);
    queue.schedule(Duration.ZERO, caughtUp::countDown);
    try {
      assertThat(caughtUp.await(10, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  void jumpWall(Duration by) {
    clock.jumpWall(by);
  }

  @AfterEach
  void close() {
    queue.close();
  }

  @Test
  void an_interrupt_that_a_task_leaves_behind_does_not_end_the_timers() {
    queue.schedule(Duration.ZERO, () -> Thread.currentThread().interrupt());
    pass(Duration.ofMillis(5));
    pass(Duration.ofMillis(5));
    assertThat(queue.pending()).isZero();
  }

  @Test
  void a_closed_queue_fires_nothing_more() throws InterruptedException {
    var fires = new CountDownLatch(1);
    queue.schedule(Duration.ofMillis(1), fires::countDown);
    queue.close();
    clock.advance(Duration.ofMillis(5));
    assertThat(fires.await(20, TimeUnit.MILLISECONDS)).isFalse();
  }
}

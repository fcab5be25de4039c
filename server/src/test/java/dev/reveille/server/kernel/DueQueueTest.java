package dev.reveille.server.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DueQueueTest {
  private final DueQueue turnstile = new DueQueue(3);
  private final List<Integer> entered = new ArrayList<>();
  private final Deque<CompletableFuture<String>> inside = new ArrayDeque<>();

  private void admit(int number) {
    turnstile.admit(
        () -> {
          entered.add(number);
          var stay = new CompletableFuture<String>();
          inside.add(stay);
          return stay;
        });
  }

  @Test
  void a_few_are_let_in_and_each_who_leaves_makes_room_for_the_next_in_order() {
    for (int i = 1; i <= 6; i++) admit(i);
    assertThat(entered).containsExactly(1, 2, 3);
    inside.remove().complete("done");
    assertThat(entered).containsExactly(1, 2, 3, 4);
    inside.removeLast().complete("done");
    inside.removeLast().complete("done");
    assertThat(entered).containsExactly(1, 2, 3, 4, 5, 6);
  }

  @Test
  void whoever_is_refused_inside_or_cannot_even_enter_makes_room_too() {
    for (int i = 1; i <= 3; i++) admit(i);
    turnstile.admit(
        () -> {
          throw new IllegalStateException("not today");
        });
    admit(4);
    assertThat(entered).containsExactly(1, 2, 3);
    inside.remove().completeExceptionally(new IllegalStateException("refused"));
    assertThat(entered).containsExactly(1, 2, 3, 4);
  }

  @Test
  void a_hundred_thousand_who_leave_at_once_do_not_pile_up() {
    for (int i = 1; i <= 3; i++) admit(i);
    var count = new AtomicInteger();
    for (int i = 0; i < 100_000; i++) {
      turnstile.admit(
          () -> {
            count.incrementAndGet();
            return CompletableFuture.completedStage("done");
          });
    }
    assertThat(count).hasValue(0);
    inside.remove().complete("done");
    assertThat(count).hasValue(100_000);
  }

  @Test
  void from_any_threads_nobody_is_lost_nobody_overtakes_and_never_are_too_many_inside()
      throws InterruptedException {
    int guests = 20_000;
    var order = new ConcurrentLinkedQueue<Integer>();
    var now = new AtomicInteger();
    var peak = new AtomicInteger();
    var all = new CountDownLatch(guests);
    try (var threads = Executors.newFixedThreadPool(4)) {
      for (int i = 0; i < guests; i++) {
        int number = i;
        turnstile.admit(
            () -> {
              order.add(number);
              peak.accumulateAndGet(now.incrementAndGet(), Math::max);
              return CompletableFuture.runAsync(
                  () -> {
                    now.decrementAndGet();
                    all.countDown();
                  },
                  threads);
            });
      }
      assertThat(all.await(60, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(order).containsExactlyElementsOf(IntStream.range(0, guests).boxed().toList());
    assertThat(peak.get()).isBetween(1, 3);
  }
}

package dev.reveille.server.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class TimerHeapTest {
  private record Expected(long fireAt, int order, TimerQueue.Task task) {}

  private static final class Nothing extends TimerQueue.Task {
    @Override
    protected void fire() {}
  }

  @Test
  void entries_that_get_new_times_leave_by_these_and_then_by_creation() {
    SeededRuns.check(
        300,
        random -> {
          var heap = new TimerHeap();
          var expected = new ArrayList<Expected>();
          for (int i = random.nextInt(60); i > 0; i--) {
            expected.add(new Expected(random.nextInt(20), -i, add(heap, random.nextInt(20))));
          }
          heap.rekey(
              task ->
                  expected.stream()
                      .filter(e -> e.task().equals(task))
                      .findFirst()
                      .orElseThrow()
                      .fireAt());
          sort(expected);
          for (var next : expected) {
            assertThat(heap.pollDue(Long.MAX_VALUE / 2)).isSameAs(next.task());
          }
          assertThat(heap.head()).isNull();
        });
  }

  @Test
  void entries_leave_by_time_and_then_by_creation() {
    SeededRuns.check(
        300,
        random -> {
          var heap = new TimerHeap();
          var expected = new ArrayList<Expected>();
          int created = 0;
          for (int i = 0; i < 400; i++) {
            int dice = random.nextInt(10);
            if (dice < 6 || expected.isEmpty()) {
              long at = random.nextInt(50);
              expected.add(new Expected(at, created++, add(heap, at)));
            } else if (dice < 8) {
              var victim = expected.remove(random.nextInt(expected.size()));
              assertThat(heap.remove(victim.task())).isTrue();
              assertThat(heap.remove(victim.task())).isFalse();
            } else {
              sort(expected);
              var first = expected.removeFirst();
              assertThat(heap.pollDue(Long.MAX_VALUE / 2)).isSameAs(first.task());
            }
            assertThat(heap.size()).isEqualTo(expected.size());
          }
          sort(expected);
          for (var next : expected) {
            assertThat(heap.pollDue(Long.MAX_VALUE / 2)).isSameAs(next.task());
          }
          assertThat(heap.head()).isNull();
        });
  }

  private static TimerQueue.Task add(TimerHeap heap, long at) {
    var task = new Nothing();
    heap.add(at, task);
    return task;
  }

  private static void sort(List<Expected> list) {
    list.sort(Comparator.comparingLong(Expected::fireAt).thenComparingInt(Expected::order));
  }

  @Test
  void an_entry_is_not_due_before_its_time() {
    var heap = new TimerHeap();
    add(heap, 100);
    assertThat(heap.pollDue(99)).isNull();
    assertThat(heap.pollDue(100)).isNotNull();
  }

  @Test
  void a_task_can_be_in_only_once_and_again_after_it_left() {
    var heap = new TimerHeap();
    var task = add(heap, 1);
    assertThatThrownBy(() -> heap.add(2, task)).isInstanceOf(IllegalStateException.class);
    assertThat(heap.remove(task)).isTrue();
    heap.add(3, task);
    assertThat(heap.head()).isSameAs(task);
  }

  @Test
  void readings_of_a_counter_that_wraps_keep_their_order() {
    var heap = new TimerHeap();
    var late = add(heap, Long.MIN_VALUE + 5);
    var early = add(heap, Long.MAX_VALUE - 5);
    assertThat(heap.head()).isSameAs(early);
    assertThat(heap.pollDue(Long.MAX_VALUE)).isSameAs(early);
    assertThat(heap.pollDue(Long.MAX_VALUE)).isNull();
    assertThat(Objects.requireNonNull(heap.pollDue(Long.MIN_VALUE + 5))).isSameAs(late);
  }
}

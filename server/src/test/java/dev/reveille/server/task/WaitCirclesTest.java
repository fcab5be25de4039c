package dev.reveille.server.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class WaitCirclesTest {
  private static TaskWait wait(String waiter, String on) {
    return new TaskWait(TaskWait.Kind.INPUT, waiter + on, "t", waiter, on, null, 0);
  }

  private static List<Set<String>> circles(TaskWait... waits) {
    var all = new ArrayList<Set<String>>();
    WaitCircles.in(List.of(waits)).forEach(circle -> all.add(new TreeSet<>(circle)));
    return all;
  }

  @Test
  void agents_that_wait_for_each_other_are_a_circle() {
    assertThat(circles(wait("a", "b"), wait("b", "a"), wait("c", "a")))
        .containsExactly(Set.of("a", "b"));
    assertThat(circles(wait("a", "b"), wait("b", "c"), wait("c", "a"), wait("x", "y")))
        .containsExactly(Set.of("a", "b", "c"));
  }

  @Test
  void a_chain_is_none_and_neither_is_an_agent_that_waits_for_itself() {
    assertThat(circles(wait("a", "b"), wait("b", "c"), wait("a", "a"))).isEmpty();
  }

  @Test
  void two_circles_are_two() {
    assertThat(
            circles(wait("a", "b"), wait("b", "a"), wait("b", "c"), wait("c", "d"), wait("d", "c")))
        .containsExactlyInAnyOrder(Set.of("a", "b"), Set.of("c", "d"));
  }

  @Test
  void a_long_chain_needs_no_deep_stack() {
    var waits = new ArrayList<TaskWait>();
    for (int i = 0; i < 50_000; i++) waits.add(wait("a" + i, "a" + (i + 1)));
    waits.add(wait("a50000", "a0"));
    assertThat(WaitCircles.in(waits)).hasSize(1);
  }
}

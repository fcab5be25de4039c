package dev.reveille.server.store;

import static dev.reveille.server.store.PageBudget.MAKING;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PageBudgetTest {
  private final PageBudget budget = new PageBudget(2 * MAKING);
  private final List<String> granted = new ArrayList<>();

  private PageBudget.Permit ask(String who) {
    return budget.ask(() -> granted.add(who));
  }

  @Test
  void those_who_ask_are_served_in_their_order_as_memory_comes_back() {
    var a = ask("a");
    var b = ask("b");
    ask("c");
    ask("d");
    assertThat(granted).containsExactly("a", "b");
    assertThat(budget.isWaitedFor()).isTrue();
    a.close();
    assertThat(granted).containsExactly("a", "b", "c");
    a.close();
    assertThat(granted).as("closed twice gives back once").containsExactly("a", "b", "c");
    b.close();
    assertThat(granted).containsExactly("a", "b", "c", "d");
    assertThat(budget.isWaitedFor()).isFalse();
  }

  @Test
  void a_page_counts_with_its_size_once_it_is_made() {
    var a = ask("a");
    var b = ask("b");
    ask("c");
    a.made(MAKING / 2);
    assertThat(granted).hasSize(2);
    b.made(MAKING / 2);
    assertThat(granted).containsExactly("a", "b", "c");
    assertThat(budget.taken()).isEqualTo(2 * MAKING);
    b.made(3 * MAKING);
    assertThat(budget.taken()).isEqualTo(MAKING / 2 + 4 * MAKING);
  }

  @Test
  void one_that_no_longer_waits_is_passed_over() {
    var a = ask("a");
    ask("b");
    var c = ask("c");
    ask("d");
    assertThat(c.withdraw()).isTrue();
    assertThat(a.withdraw()).as("it was granted before").isFalse();
    a.close();
    assertThat(granted).containsExactly("a", "b", "d");
  }

  @Test
  void one_page_is_granted_however_small_the_heap_or_large_the_page() throws Exception {
    var small = new PageBudget(1);
    var first = small.take(Duration.ZERO.plusSeconds(20)).orElseThrow();
    first.made(100 * MAKING);
    assertThat(small.take(Duration.ofMillis(1))).isEmpty();
    assertThat(small.isWaitedFor()).as("who gave up does not wait").isFalse();
    first.close();
    assertThat(small.taken()).isZero();
    assertThat(small.take(Duration.ofSeconds(20))).isPresent();
  }

  @Test
  void never_more_is_granted_than_there_is_and_nothing_is_forgotten() {
    var random = new Random(9);
    var open = new ArrayList<PageBudget.Permit>();
    for (int i = 0; i < 5_000; i++) {
      if (open.isEmpty() || random.nextInt(3) > 0) open.add(ask("p" + i));
      var one = open.get(random.nextInt(open.size()));
      if (random.nextInt(4) == 0) one.made(MAKING / 4);
      else {
        one.close();
        open.remove(one);
      }
      assertThat(budget.taken()).isBetween(0L, budget.most());
    }
    open.forEach(PageBudget.Permit::close);
    assertThat(budget.taken()).isZero();
    assertThat(budget.isWaitedFor()).isFalse();
  }
}

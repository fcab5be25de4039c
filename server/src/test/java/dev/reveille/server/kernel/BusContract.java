package dev.reveille.server.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** The promises of every bus. */
abstract class BusContract {
  abstract Bus bus();

  /** Returns once what was published has arrived or is lost. */
  abstract void settle();

  record Hint(int number) implements Effect {}

  @Test
  void hints_that_arrive_keep_their_order_and_never_repeat() {
    List<Effect> got = new CopyOnWriteArrayList<>();
    bus().subscribe("t", got::add);
    for (int i = 0; i < 100; i++) bus().publish("t", new Hint(i));
    settle();
    assertThat(got).isNotEmpty().doesNotHaveDuplicates();
    assertThat(got.stream().map(h -> ((Hint) h).number())).isSorted();
  }

  @Test
  void a_topic_hears_only_its_own_hints() {
    List<Effect> got = new CopyOnWriteArrayList<>();
    bus().subscribe("a", got::add);
    bus().publish("b", new Hint(1));
    bus().publish("a", new Hint(2));
    settle();
    assertThat(got).containsExactly(new Hint(2));
  }

  @Test
  void a_closed_subscription_hears_nothing_more() {
    List<Effect> got = new CopyOnWriteArrayList<>();
    try (var _ = bus().subscribe("a", got::add)) {
      bus().publish("a", new Hint(1));
      settle();
    }
    bus().publish("a", new Hint(2));
    settle();
    assertThat(got).containsExactly(new Hint(1));
  }

  @Test
  void a_listener_that_throws_does_not_harm_the_publisher_or_the_others() {
    List<Effect> got = new CopyOnWriteArrayList<>();
    bus().subscribe("a", _ -> failing());
    bus().subscribe("a", got::add);
    bus().publish("a", new Hint(1));
    settle();
    assertThat(got).containsExactly(new Hint(1));
  }

  private static void failing() {
    throw new IllegalStateException("on purpose");
  }
}

package dev.reveille.server.route;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.kernel.SeededRuns;
import org.junit.jupiter.api.Test;

class CoalescingTest {
  private final Coalescing events = new Coalescing(150, 300, 120);

  @Test
  void behaviour_52_a_burst_is_one_digest_and_a_constant_stream_is_capped() {
    events.event(0);
    events.event(60);
    events.event(120);
    assertThat(events.due()).hasValue(270);
    for (int at = 180; at < 300; at += 60) events.event(at);
    assertThat(events.due()).hasValue(300);
  }

  @Test
  void behaviour_53_a_digest_waits_for_the_rest_after_the_last_one() {
    var quick = new Coalescing(10, 300, 120);
    quick.sent(0);
    quick.event(30);
    assertThat(quick.due()).hasValue(120);
    var atOnce = new Coalescing(0, 300, 120);
    atOnce.sent(0);
    atOnce.event(30);
    assertThat(atOnce.due()).hasValue(30);
  }

  @Test
  void the_cap_is_stronger_than_the_rest() {
    var short_ = new Coalescing(150, 60, 120);
    short_.event(0);
    short_.sent(0);
    assertThat(short_.due()).hasValue(60);
  }

  @Test
  void nothing_is_due_without_an_event() {
    assertThat(events.due()).isEmpty();
    events.event(5);
    events.taken();
    assertThat(events.due()).isEmpty();
  }

  @Test
  void no_event_waits_longer_than_the_cap() {
    SeededRuns.check(
        200,
        random -> {
          var line = new Coalescing(random.nextInt(200), 300, random.nextInt(200));
          long now = 0;
          long first = -1;
          for (int i = 0; i < 100; i++) {
            now += random.nextInt(90);
            var due = line.due();
            if (due.isPresent() && due.getAsLong() <= now) {
              assertThat(due.getAsLong() - first).isLessThanOrEqualTo(300);
              line.taken();
              line.sent(now);
              first = -1;
            }
            line.event(now);
            if (first < 0) first = now;
          }
        });
  }
}

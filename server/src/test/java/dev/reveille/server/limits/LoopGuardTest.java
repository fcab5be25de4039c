package dev.reveille.server.limits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.kernel.SeededRuns;
import dev.reveille.server.limits.LoopGuard.Said;
import dev.reveille.server.limits.LoopGuard.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LoopGuardTest {
  private static final LoopGuard.Limits LIMITS =
      new LoopGuard.Limits(
          5, Duration.ofSeconds(60), Duration.ofSeconds(5), Duration.ofSeconds(60));

  private final LoopGuard guard = new LoopGuard(LIMITS, 64);
  private long now;
  private int ids;

  private void pass(Duration time) {
    now += time.toNanos();
  }

  private Verdict say(String author, @Nullable String inReplyTo, String... to) {
    return guard.judge(new Said("m" + ++ids, author, false, inReplyTo, List.of(to)), now);
  }

  private String last() {
    return "m" + ids;
  }

  /** Agents answer each other in turn, one message per step, until one is slowed. */
  private int turnsUntilSlowed(Duration step, int most, String... ring) {
    say(ring[0], null);
    for (int i = 1; i <= most; i++) {
      pass(step);
      var previous = last();
      if (say(ring[i % ring.length], previous) instanceof Verdict.Wait) return i;
    }
    return -1;
  }

  @Test
  void a_pair_that_answers_each_other_is_slowed_after_the_allowed_turns() {
    assertThat(turnsUntilSlowed(Duration.ofSeconds(1), 100, "@a", "@b")).isBetween(11, 14);
  }

  @Test
  void a_ring_of_three_is_slowed_too() {
    assertThat(turnsUntilSlowed(Duration.ofSeconds(1), 100, "@a", "@b", "@c")).isBetween(16, 21);
  }

  @Test
  void at_a_useful_pace_nobody_is_slowed() {
    assertThat(turnsUntilSlowed(Duration.ofSeconds(7), 500, "@a", "@b")).isEqualTo(-1);
  }

  @Test
  void with_the_default_limits_a_pair_may_answer_every_two_seconds_each_for_hours() {
    var generous =
        new LoopGuard(
            new LoopGuard.Limits(
                30, Duration.ofSeconds(60), Duration.ofSeconds(5), Duration.ofSeconds(60)),
            256);
    String before = null;
    for (int i = 0; i < 7_000; i++) {
      now += Duration.ofMillis(1_017).toNanos();
      var verdict =
          generous.judge(
              new Said("x" + i, i % 2 == 0 ? "@a" : "@b", false, before, List.of()), now);
      assertThat(verdict).isInstanceOf(Verdict.Pass.class);
      before = "x" + i;
    }
  }

  @Test
  void mutual_mentions_are_answers_without_in_reply_to() {
    int slowed = -1;
    for (int i = 0; i < 40 && slowed < 0; i++) {
      pass(Duration.ofSeconds(1));
      var verdict = i % 2 == 0 ? say("@a", null, "@b") : say("@b", null, "@a");
      if (verdict instanceof Verdict.Wait(var wait, var ring, var begins)) {
        slowed = i;
        assertThat(wait).isEqualTo(Duration.ofSeconds(5));
        assertThat(ring).containsExactlyInAnyOrder("@a", "@b");
        assertThat(begins).isTrue();
      }
    }
    assertThat(slowed).isBetween(10, 14);
  }

  @Test
  void a_monologue_is_no_loop_though_it_names_one_who_answers_now_and_then() {
    say("@a", null, "@b");
    for (int i = 0; i < 400; i++) {
      pass(Duration.ofMillis(200));
      assertThat(say("@b", null, "@a")).isInstanceOf(Verdict.Pass.class);
      if (i % 100 == 50) say("@a", null, "@b");
    }
  }

  @Test
  void one_who_talks_to_many_is_not_in_a_loop_with_any() {
    for (int i = 0; i < 300; i++) {
      pass(Duration.ofMillis(500));
      var worker = "@w" + i % 20;
      say("@boss", null, worker);
      pass(Duration.ofMillis(500));
      assertThat(say(worker, last(), "@boss")).isInstanceOf(Verdict.Pass.class);
      assertThat(say("@boss", last(), worker)).isInstanceOf(Verdict.Pass.class);
    }
  }

  @Test
  void an_operator_is_never_slowed_and_its_words_begin_a_new_chain() {
    for (int i = 0; i < 200; i++) {
      pass(Duration.ofMillis(100));
      var previous = last();
      var verdict =
          i % 2 == 0
              ? guard.judge(new Said("m" + ++ids, "@op", true, previous, List.of()), now)
              : say("@a", previous);
      assertThat(verdict).isInstanceOf(Verdict.Pass.class);
    }
  }

  @Test
  void waits_grow_to_their_limit_are_named_exactly_and_end_with_a_rest() {
    turnsUntilSlowed(Duration.ofSeconds(1), 100, "@a", "@b");
    var waits = new ArrayList<Long>();
    for (int i = 0; i < 12; i++) {
      var author = i % 2 == 0 ? "@a" : "@b";
      var other = i % 2 == 0 ? "@b" : "@a";
      say(other, null, author);
      var previous = last();
      while (say(author, previous, other) instanceof Verdict.Wait wait) {
        waits.add(wait.delay().toSeconds());
        assertThat(wait.delay()).isLessThanOrEqualTo(Duration.ofSeconds(60));
        pass(wait.delay().minusNanos(1));
        assertThat(say(author, previous, other))
            .as("early by a moment")
            .isInstanceOf(Verdict.Wait.class);
        pass(Duration.ofNanos(1));
      }
    }
    assertThat(waits).contains(60L);
    pass(Duration.ofSeconds(130));
    assertThat(turnsUntilSlowed(Duration.ofSeconds(1), 100, "@a", "@b")).isBetween(10, 14);
  }

  @Test
  void who_is_not_in_the_ring_is_not_slowed_by_it() {
    turnsUntilSlowed(Duration.ofSeconds(1), 100, "@a", "@b");
    assertThat(say("@c", last(), "@a", "@b")).isInstanceOf(Verdict.Pass.class);
    assertThat(say("@a", null)).as("a word to nobody").isInstanceOf(Verdict.Pass.class);
  }

  @Test
  void a_chain_from_another_place_closes_the_ring() {
    int slowed = -1;
    for (int i = 0; i < 30 && slowed < 0; i++) {
      pass(Duration.ofSeconds(1));
      guard.hear("d" + i, "@c", List.of("@a", "@b", "@c"), List.of("@a"), now);
      if (say("@a", "d" + i, "@b") instanceof Verdict.Wait(_, var ring, _)) {
        slowed = i;
        assertThat(ring).containsExactly("@a", "@b", "@c");
      }
    }
    assertThat(slowed).isEqualTo(5);
  }

  @Test
  void nothing_is_slowed_when_it_is_off() {
    var off =
        new LoopGuard(
            new LoopGuard.Limits(0, Duration.ofSeconds(1), Duration.ZERO, Duration.ZERO), 64);
    for (int i = 0; i < 100; i++) {
      var said = new Said("m" + i, "@" + i % 2, false, "m" + (i - 1), List.of());
      assertThat(off.judge(said, now)).isInstanceOf(Verdict.Pass.class);
    }
  }

  @Test
  void whatever_is_said_memory_is_bounded_waits_are_bounded_and_the_slow_are_never_slowed() {
    SeededRuns.check(
        200,
        random -> {
          var any = new LoopGuard(LIMITS, 32);
          long time = random.nextLong();
          for (int i = 0; i < 500; i++) {
            time += random.nextInt(3_000) * 1_000_000L;
            boolean slow = random.nextInt(20) == 0;
            var author = slow ? "@slow" + random.nextInt(1_000_000) : "@" + random.nextInt(5);
            var to = random.nextBoolean() ? List.of("@" + random.nextInt(5)) : List.<String>of();
            var reply = random.nextBoolean() ? "m" + (i - 1 - random.nextInt(4)) : null;
            var verdict = any.judge(new Said("m" + i, author, false, reply, to), time);
            switch (verdict) {
              case Verdict.Pass(var chain) -> assertThat(chain).hasSizeLessThanOrEqualTo(16);
              case Verdict.Wait(var wait, var ring, _) -> {
                assertThat(slow).as("one who spoke once").isFalse();
                assertThat(ring).contains(author).hasSizeGreaterThan(1);
                assertThat(wait).isPositive().isLessThanOrEqualTo(Duration.ofSeconds(60));
              }
            }
            assertThat(any.sizes().get("heard")).isLessThanOrEqualTo(32);
            assertThat(any.sizes().get("rings")).isLessThanOrEqualTo(128);
          }
        });
  }
}

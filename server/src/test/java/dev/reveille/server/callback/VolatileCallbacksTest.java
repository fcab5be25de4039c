package dev.reveille.server.callback;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.callback.Callbacks.Request;
import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.kernel.Answer;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.Host;
import dev.reveille.server.kernel.ManualClock;
import dev.reveille.server.kernel.ManualTimers;
import dev.reveille.server.kernel.SeededRuns;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.kernel.Write;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class VolatileCallbacksTest {
  private static final SessionId ADA = new SessionId("n", 1);
  private static final SessionId BOB = new SessionId("n", 2);
  private static final Answer DONE = new ChatAnswer.Done();

  private final ManualClock clock = new ManualClock();
  private final ManualTimers timers = new ManualTimers(clock);
  private VolatileCallbacks book = new VolatileCallbacks(3, clock, timers);
  private final List<CallbackDue> fired = new ArrayList<>();

  /** True if the store settles only what a test settles. */
  private boolean slow;

  private final Deque<CompletableFuture<Answer>> unsettled = new ArrayDeque<>();

  @BeforeEach
  void start() {
    book.start(host());
  }

  private Host host() {
    return new Host() {
      @Override
      public void tell(CellId to, Command command) {
        throw new AssertionError("the book wants to know when it is settled");
      }

      @Override
      public CompletionStage<Answer> ask(CellId to, Command command) {
        fired.add((CallbackDue) command);
        var settled = new CompletableFuture<Answer>();
        if (slow) unsettled.add(settled);
        else settled.complete(DONE);
        return settled;
      }

      @Override
      public CompletionStage<Answer> deliver(CellId to, Command command, Write done) {
        throw new AssertionError("nothing is delivered");
      }
    };
  }

  private static Request after(long seconds, String payload) {
    return new Request(Duration.ofSeconds(seconds), null, payload);
  }

  @Test
  void what_a_session_waits_for_is_shown_in_order_of_time() {
    book.set("@ada", ADA, after(30, "later\nwith a line"));
    book.set("@ada", ADA, new Request(Duration.ofSeconds(10), "#general", "sooner"));
    book.set("@bob", BOB, after(1, "of another"));

    var waiting = book.waiting(ADA);
    assertThat(waiting).map(w -> w.payload()).containsExactly("sooner", "later\nwith a line");
    assertThat(waiting).map(w -> w.channel()).containsExactly("#general", null);
    assertThat(waiting.getFirst().dueNanos() - clock.nanos())
        .isEqualTo(Duration.ofSeconds(10).toNanos());
    assertThat(book.waiting(new SessionId("n", 9))).isEmpty();
  }

  @Test
  void a_callback_fires_once_when_its_time_has_come_and_not_before() {
    var id = book.set("@ada", ADA, after(5, "p")).orElseThrow();
    timers.advance(Duration.ofMillis(4_999));
    assertThat(fired).isEmpty();
    timers.advance(Duration.ofMillis(1));
    timers.advance(Duration.ofHours(1));
    assertThat(fired).containsExactly(new CallbackDue(ADA, id, null, "p", false));
    assertThat(book.pending()).isZero();
  }

  @Test
  void a_jump_of_the_wall_clock_neither_fires_nor_stalls_it() {
    book.set("@ada", ADA, after(5, "p"));
    clock.jumpWall(Duration.ofDays(1));
    timers.advance(Duration.ofSeconds(4));
    assertThat(fired).isEmpty();
    clock.jumpWall(Duration.ofDays(-9));
    timers.advance(Duration.ofSeconds(1));
    assertThat(fired).hasSize(1);
  }

  @Test
  void the_channel_and_the_payload_come_back_as_they_were() {
    var payloads = List.of("", "\n", "#x", "a\n#b\n", "@@", "é😀");
    for (var payload : payloads) {
      for (var channel : new String[] {null, "#general"}) {
        book.set("@ada", ADA, new Request(Duration.ZERO, channel, payload));
        timers.advance(Duration.ZERO);
        assertThat(fired.getLast().payload()).isEqualTo(payload);
        assertThat(fired.getLast().channel()).isEqualTo(channel);
      }
    }
  }

  @Test
  void ids_have_the_known_shape_and_are_all_different() {
    book = new VolatileCallbacks(10_000, clock, timers);
    var ids = new HashSet<String>();
    for (int i = 0; i < 10_000; i++) ids.add(book.set("@ada", ADA, after(1, "")).orElseThrow());
    assertThat(ids).hasSize(10_000).allMatch(id -> id.matches("cb_1700000000000_[0-9a-z]{1,6}"));
  }

  @Test
  void the_quota_is_each_sessions_own_and_a_fired_one_makes_room() {
    for (int i = 0; i < 3; i++) assertThat(book.set("@ada", ADA, after(i + 1, ""))).isPresent();
    assertThat(book.set("@ada", ADA, after(1, ""))).isEmpty();
    assertThat(book.set("@bob", BOB, after(1, ""))).isPresent();
    timers.advance(Duration.ofSeconds(1));
    assertThat(book.set("@ada", ADA, after(1, ""))).isPresent();
    assertThat(book.set("@ada", ADA, after(1, ""))).isEmpty();
  }

  @Test
  void a_session_that_is_gone_takes_its_callbacks_with_it_and_no_others() {
    book.set("@ada", ADA, after(1, "a"));
    book.set("@bob", BOB, after(1, "b"));
    book.set("@ada", ADA, after(2, "a"));
    book.forget(ADA);
    assertThat(timers.pending()).isEqualTo(1);
    assertThat(book.pending()).isEqualTo(1);
    timers.advance(Duration.ofSeconds(9));
    assertThat(fired).extracting(CallbackDue::payload).containsExactly("b");
  }

  @Test
  void of_a_burst_only_a_few_are_under_way_and_all_come_in_order() {
    int burst = VolatileCallbacks.MOST_UNDER_WAY * 3;
    book = new VolatileCallbacks(burst, clock, timers);
    book.start(host());
    slow = true;
    var expected = new ArrayList<String>();
    for (int i = 0; i < burst; i++) {
      book.set("@ada", ADA, after(1, "p" + i));
      expected.add("p" + i);
    }
    timers.advance(Duration.ofSeconds(1));
    assertThat(fired).hasSize(VolatileCallbacks.MOST_UNDER_WAY);
    assertThat(book.pending()).isEqualTo(burst - VolatileCallbacks.MOST_UNDER_WAY);
    unsettled.remove().completeExceptionally(new IllegalStateException("not stored"));
    assertThat(fired).hasSize(VolatileCallbacks.MOST_UNDER_WAY + 1);
    while (!unsettled.isEmpty()) unsettled.remove().complete(DONE);
    assertThat(fired).extracting(CallbackDue::payload).isEqualTo(expected);
    assertThat(book.pending()).isZero();
  }

  @Test
  void a_session_that_goes_while_its_due_callbacks_wait_takes_them_with_it() {
    book = new VolatileCallbacks(1_000, clock, timers);
    book.start(host());
    slow = true;
    for (int i = 0; i < VolatileCallbacks.MOST_UNDER_WAY; i++) book.set("@bob", BOB, after(1, "b"));
    book.set("@ada", ADA, after(1, "a"));
    book.set("@bob", BOB, after(1, "last"));
    timers.advance(Duration.ofSeconds(1));
    book.forget(ADA);
    while (!unsettled.isEmpty()) unsettled.remove().complete(DONE);
    assertThat(fired).extracting(CallbackDue::payload).doesNotContain("a").endsWith("last");
    assertThat(book.pending()).isZero();
  }

  @Test
  void whatever_happens_every_callback_fires_once_in_order_or_dies_with_its_session() {
    SeededRuns.check(
        300,
        random -> {
          fired.clear();
          book = new VolatileCallbacks(8, clock, timers);
          book.start(host());
          for (int i = 0; i < 200; i++) {
            var session = new SessionId("n", random.nextInt(5));
            int dice = random.nextInt(10);
            if (dice < 6) {
              long delay = random.nextInt(50);
              long at = clock.nanos() / 1_000_000 + delay;
              var asked = new Request(Duration.ofMillis(delay), null, session.number() + " " + at);
              book.set("@a", session, asked);
            } else if (dice < 9) {
              timers.advance(Duration.ofMillis(random.nextInt(20)));
            } else {
              long now = clock.nanos() / 1_000_000;
              int before = book.pending();
              book.forget(session);
              assertThat(book.pending()).isLessThanOrEqualTo(before);
              assertThat(fired).noneMatch(f -> at(f) > now);
            }
          }
          timers.advance(Duration.ofSeconds(1));
          assertThat(book.pending()).isZero();
          assertThat(timers.pending()).isZero();
          assertThat(fired).extracting(CallbackDue::id).doesNotHaveDuplicates();
          assertThat(fired).extracting(VolatileCallbacksTest::at).isSorted();
          assertThat(fired.size()).isGreaterThan(0);
        });
  }

  private static long at(CallbackDue due) {
    return Long.parseLong(due.payload().substring(due.payload().indexOf(' ') + 1));
  }
}

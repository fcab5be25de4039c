package dev.reveille.server.callback;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.app.AllMemoryTables;
import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.kernel.Answer;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.Committer;
import dev.reveille.server.kernel.EffectTable;
import dev.reveille.server.kernel.Host;
import dev.reveille.server.kernel.ManualClock;
import dev.reveille.server.kernel.ManualTimers;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.kernel.Write;
import dev.reveille.server.store.MemoryStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** Durable callbacks when the process starts again. */
class DurableCallbackTimersTest {
  private static final Duration DELAY = Duration.ofMinutes(10);

  private final ManualClock clock = new ManualClock();
  private final MemoryStore store = new MemoryStore(AllMemoryTables.make(), () -> {});
  private final ManualTimers timers = new ManualTimers(clock);
  private final DurableCallbackTimers kept = new DurableCallbackTimers(clock, timers);
  private final List<Command> told = new ArrayList<>();

  private final Host host =
      new Host() {
        @Override
        public void tell(CellId to, Command command) {
          throw new AssertionError("whoever lets callbacks through has to know when they are");
        }

        @Override
        public CompletionStage<Answer> ask(CellId to, Command command) {
          told.add(command);
          return CompletableFuture.completedStage(new ChatAnswer.Done());
        }

        @Override
        public CompletionStage<Answer> deliver(CellId to, Command command, Write done) {
          throw new AssertionError("nothing is delivered");
        }
      };

  private void store(String id, String agent) {
    store(id, agent, DELAY);
  }

  private void store(String id, String agent, Duration delay) {
    long now = clock.wallMillis();
    var callback = new StoredCallback(id, agent, null, "p", now + delay.toMillis(), now, null);
    store.submit(
        new Committer.Submission(
            CallbackCell.at(agent),
            1,
            Unit.required(List.of(new SaveCallback(callback)), List.of(), List.of())));
    store.commitAll();
  }

  @Test
  void thousands_that_are_overdue_fire_at_once_each_one_time() {
    for (int i = 0; i < 2_500; i++) store("cb_" + i, "@a" + i % 100);
    clock.advance(DELAY);
    kept.start(host, store);
    timers.advance(Duration.ZERO);
    assertThat(told).hasSize(2_500).doesNotHaveDuplicates();
    timers.advance(DELAY);
    assertThat(told).hasSize(2_500);
    assertThat(kept.count("@a0")).as("they stay until their agent has them").isEqualTo(25);
  }

  @Test
  void what_is_not_due_waits_for_the_rest_of_its_time_and_fires_not_before() {
    store("cb_1", "@ada");
    clock.advance(Duration.ofMinutes(4));
    kept.start(host, store);
    timers.advance(Duration.ofMinutes(6).minusMillis(1));
    assertThat(told).isEmpty();
    assertThat(kept.phase("cb_1")).isEqualTo(DurableCallbackTimers.Phase.WAITING);
    timers.advance(Duration.ofMillis(1));
    assertThat(told).containsExactly(new DurableCallbackDue("cb_1", false));
    assertThat(kept.phase("cb_1")).isEqualTo(DurableCallbackTimers.Phase.DUE);
  }

  @Test
  void one_of_thirty_days_keeps_its_time_across_a_restart_and_a_jump_of_the_clock() {
    store("cb_1", "@ada", Duration.ofDays(30));
    store("cb_2", "@ada");
    clock.advance(Duration.ofDays(20));
    kept.start(host, store);
    assertThat(told).containsExactly(new DurableCallbackDue("cb_2", false));
    clock.jumpWall(Duration.ofDays(365));
    timers.advance(Duration.ofDays(10).minusMillis(1));
    assertThat(told).hasSize(1);
    timers.advance(Duration.ofMillis(1));
    assertThat(told).hasSize(2);
  }

  @Test
  void what_comes_to_nothing_is_tried_again_ever_more_seldom_until_its_row_is_gone() {
    var table = new EffectTable(() -> {}, kept.effects());
    store("cb_1", "@ada", Duration.ZERO);
    kept.start(host, store);
    for (int tries = 1; tries <= 20; tries++) {
      assertThat(told).hasSize(tries);
      table.run(new FiringEffect.CallbackUndone("@ada", "cb_1", true));
      table.run(new FiringEffect.CallbackUndone("@ada", "cb_1", true));
      timers.advance(Duration.ofSeconds(Math.min(64, 1L << (tries - 1))).minusMillis(1));
      assertThat(told).hasSize(tries);
      timers.advance(Duration.ofMillis(1));
    }
    assertThat(told.getLast()).isEqualTo(new DurableCallbackDue("cb_1", true));
    table.run(new FiringEffect.CallbackUndone("@ada", "cb_1", true));
    table.run(new CallbackEffect.Disarm("@ada", "cb_1"));
    table.run(new FiringEffect.CallbackUndone("@ada", "cb_1", true));
    timers.advance(Duration.ofDays(1));
    assertThat(told).hasSize(21);
    assertThat(kept.size()).isZero();
    assertThat(timers.pending()).isZero();
  }

  @Test
  void a_removal_that_failed_is_repeated_and_not_the_callback() {
    var table = new EffectTable(() -> {}, kept.effects());
    store("cb_1", "@ada", Duration.ZERO);
    kept.start(host, store);
    table.run(new CallbackEffect.NotRemoved("@ada", "cb_1"));
    assertThat(kept.phase("cb_1")).isEqualTo(DurableCallbackTimers.Phase.TAKEN);
    timers.advance(Duration.ofSeconds(1));
    assertThat(told.getLast()).isEqualTo(new CallbackCommand.Delivered("cb_1"));
  }

  @Test
  void a_clock_set_back_while_the_server_was_down_delays_it_by_no_more_than_was_asked_for() {
    store("cb_1", "@ada");
    clock.jumpWall(Duration.ofDays(-30));
    kept.start(host, store);
    timers.advance(DELAY.minusMillis(1));
    assertThat(told).isEmpty();
    timers.advance(Duration.ofMillis(1));
    assertThat(told).hasSize(1);
  }

  @Test
  void a_clock_set_ahead_while_the_server_was_down_fires_it_at_once() {
    store("cb_1", "@ada");
    clock.jumpWall(Duration.ofDays(30));
    kept.start(host, store);
    timers.advance(Duration.ZERO);
    assertThat(told).hasSize(1);
  }

  @Test
  void a_jump_of_the_clock_while_it_waits_changes_nothing() {
    store("cb_1", "@ada");
    kept.start(host, store);
    clock.jumpWall(Duration.ofDays(1));
    timers.advance(DELAY.minusMillis(1));
    assertThat(told).isEmpty();
    clock.jumpWall(Duration.ofDays(-2));
    timers.advance(Duration.ofMillis(1));
    assertThat(told).hasSize(1);
  }

  @Test
  void a_cancelled_one_has_no_timer_and_does_not_count() {
    var table = new EffectTable(() -> {}, kept.effects());
    kept.start(host, store);
    table.run(new CallbackEffect.Arm("@ada", "cb_1", 1000));
    table.run(new CallbackEffect.Arm("@ada", "cb_2", 1000));
    table.run(new CallbackEffect.Disarm("@ada", "cb_1"));
    assertThat(kept.count("@ada")).isEqualTo(1);
    timers.advance(DELAY);
    assertThat(told).containsExactly(new DurableCallbackDue("cb_2", false));
  }

  @Test
  void the_quota_of_an_agent_counts_both_kinds() {
    store("cb_1", "@ada");
    kept.start(host, store);
    var book = new VolatileCallbacks(2, clock, timers, kept::hasDurable).counting(kept::count);
    var request = new Callbacks.Request(DELAY, null, "");
    var session = new SessionId("n", 1);
    assertThat(book.set("@ada", session, request)).isPresent();
    assertThat(book.set("@ada", session, request)).isEmpty();
  }
}

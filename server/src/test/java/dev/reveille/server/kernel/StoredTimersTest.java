package dev.reveille.server.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reveille.server.kernel.StoredTimers.Phase;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Stored timers that are set, told, tried again and removed. */
class StoredTimersTest extends StoredTimersContract {
  @Test
  void a_timer_is_told_with_its_payload_when_its_time_has_come_and_not_before() {
    set("a", HOUR);
    assertThat(timers.phase(id("a"))).isEqualTo(Phase.WAITING);
    pass(HOUR.minusMillis(1));
    assertThat(told).isEmpty();
    pass(Duration.ofMillis(1));
    assertThat(told).hasSize(1);
    assertThat(told.getFirst().payload()).isEqualTo("for a");
    assertThat(timers.phase(id("a"))).isEqualTo(Phase.NONE);
    assertThat(store.reads(TimerReads.class).timer(id("a"))).isEmpty();
    assertThat(queue.pending()).as("nothing is looked for").isZero();
  }

  @Test
  void the_earliest_is_told_first_and_those_of_one_moment_as_they_were_set() {
    for (int i = 0; i < 5; i++) set("same" + i, HOUR);
    set("earlier", HOUR.minusMillis(1));
    pass(HOUR);
    assertThat(keys()).containsExactly("earlier", "same0", "same1", "same2", "same3", "same4");
    told.clear();
    for (int i = 0; i < 5; i++) set("same" + i, HOUR);
    set("earlier", HOUR.minusMillis(1));
    restartAfter(Duration.ZERO);
    pass(HOUR);
    assertThat(keys()).containsExactly("earlier", "same0", "same1", "same2", "same3", "same4");
  }

  @Test
  void a_timer_that_is_set_again_is_told_once_at_its_new_time_with_its_new_payload() {
    set("a", Duration.ofMinutes(1));
    var again = new SetTimer(id("a"), clock.wallMillis() + 120_000, clock.wallMillis(), "later");
    decide(again);
    assertThat(timers.count(OWNER, KIND)).isEqualTo(1);
    pass(Duration.ofMinutes(1));
    assertThat(told).isEmpty();
    pass(HOUR);
    assertThat(told).extracting(TimerDue::payload).containsExactly("later");
  }

  @Test
  void a_timer_that_is_removed_or_set_again_on_its_way_is_not_told() {
    set("a", HOUR);
    set("b", HOUR);
    var later = timer("b", HOUR.multipliedBy(2));
    // The cell has decided, but the store has not.
    host.tell(OWNER, new Order.Write(List.of(new RemoveTimer(id("a")), later)));
    queue.advance(HOUR);
    settle();
    assertThat(told).isEmpty();
    pass(HOUR);
    assertThat(keys()).containsExactly("b");
  }

  @Test
  void a_timer_whose_removal_is_refused_is_told() {
    set("a", HOUR);
    breakDisk();
    host.tell(OWNER, new Order.Write(List.of(new RemoveTimer(id("a")))));
    queue.advance(HOUR);
    settle();
    mendDisk();
    pass(Duration.ofSeconds(10));
    assertThat(timers.phase(id("a"))).isEqualTo(Phase.NONE);
    assertThat(keys()).contains("a");
  }

  @Test
  void a_timer_whose_setting_is_refused_does_not_exist() {
    breakDisk();
    host.tell(OWNER, new Order.Write(List.of(timer("a", HOUR))));
    assertThat(timers.phase(id("a"))).isNotEqualTo(Phase.WAITING);
    settle();
    assertThat(timers.phase(id("a"))).isEqualTo(Phase.NONE);
    mendDisk();
    pass(HOUR);
    assertThat(told).isEmpty();
  }

  @Test
  void a_timer_whose_owner_fails_is_told_again_after_a_wait_that_grows() {
    reminded =
        _ -> {
          throw new IllegalStateException("on purpose");
        };
    set("a", Duration.ZERO);
    pass(Duration.ZERO);
    for (int tries = 1; tries <= 10; tries++) {
      assertThat(told).hasSize(tries);
      assertThat(timers.phase(id("a"))).isEqualTo(Phase.DUE);
      pass(Duration.ofSeconds(Math.min(64, 1L << (tries - 1))).minusMillis(1));
      assertThat(told).hasSize(tries);
      pass(Duration.ofMillis(1));
    }
    reminded = StoredTimersContract::effect;
    pass(Duration.ofSeconds(64));
    assertThat(timers.size()).isZero();
    pass(HOUR);
    assertThat(told).hasSize(12);
  }

  @Test
  void a_timer_whose_effect_is_not_stored_is_told_again_and_has_one_effect() {
    set("a", HOUR);
    breakDisk();
    pass(HOUR);
    assertThat(told).hasSize(1);
    mendDisk();
    pass(Duration.ofMinutes(2));
    assertThat(timers.phase(id("a"))).isEqualTo(Phase.NONE);
    assertThat(store.sizes()).containsEntry("timers", 0L).containsEntry("events", 1L);
  }

  @Test
  void a_timer_that_was_handled_and_not_removed_stays_and_is_told_again_after_a_restart() {
    reminded = _ -> Step.none();
    set("a", HOUR);
    pass(HOUR.multipliedBy(3));
    assertThat(told).hasSize(1);
    assertThat(timers.phase(id("a"))).isEqualTo(Phase.DUE);
    reminded = StoredTimersContract::effect;
    restartAfter(Duration.ZERO);
    pass(Duration.ZERO);
    assertThat(told).hasSize(2);
    assertThat(timers.phase(id("a"))).isEqualTo(Phase.NONE);
  }

  @Test
  void a_due_timer_can_be_put_off_without_a_write_and_carries_a_note() {
    reminded =
        due ->
            due.note() > 0
                ? effect(due)
                : Step.of(Unit.barrier(List.of(new TimerEffect.PutOff(due.timer(), 5_000, 7))));
    set("a", HOUR);
    pass(HOUR);
    assertThat(timers.phase(id("a"))).isEqualTo(Phase.WAITING);
    assertThat(timers.note(id("a"))).isEqualTo(7);
    assertThat(timers.next(OWNER, KIND)).hasValue(clock.wallMillis() + 5_000);
    pass(Duration.ofMillis(4_999));
    assertThat(told).hasSize(1);
    pass(Duration.ofMillis(1));
    assertThat(told).extracting(TimerDue::note).containsExactly(0, 7);
    assertThat(timers.size()).isZero();
  }

  @Test
  void timers_of_a_kind_that_no_feature_has_keep_their_rows() {
    var unknown = new TimerId(OWNER, "of a later version", "a");
    var elsewhere = new TimerId(new CellId("other", "ada"), KIND, "a");
    decide(new SetTimer(unknown, 1, 1, "x"), new SetTimer(elsewhere, 1, 1, "x"));
    restartAfter(HOUR);
    pass(HOUR);
    assertThat(told).isEmpty();
    assertThat(timers.size()).isZero();
    assertThat(store.reads(TimerReads.class).timer(unknown)).isPresent();
    assertThat(store.reads(TimerReads.class).timer(elsewhere)).isPresent();
  }

  @Test
  void the_timers_of_an_owner_are_counted_by_kind() {
    set("a", HOUR);
    set("b", Duration.ofMinutes(5));
    assertThat(timers.count(OWNER, KIND)).isEqualTo(2);
    assertThat(timers.count(OWNER, "other")).isZero();
    assertThat(timers.size(KIND)).isEqualTo(2);
    assertThat(timers.next(OWNER, KIND)).hasValue(clock.wallMillis() + 300_000);
    decide(new RemoveTimer(id("a")), new RemoveTimer(id("b")));
    assertThat(timers.count(OWNER, KIND)).isZero();
    assertThat(timers.size(KIND)).isZero();
    assertThat(timers.next(OWNER, KIND)).isEqualTo(OptionalLong.empty());
  }

  @Test
  void a_timer_needs_a_required_unit_and_a_payload_that_fits() {
    var set = timer("a", HOUR);
    assertThatThrownBy(() -> Unit.bestEffort(List.of(set), List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("required");
    var payload = "x".repeat(SetTimer.MOST_PAYLOAD + 1);
    assertThatThrownBy(() -> new SetTimer(id("a"), 1, 1, payload))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("too long");
  }
}

package dev.reveille.server.store;

import static dev.reveille.server.store.Rows.T;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.reveille.server.identity.AgentReads;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.RemoveTimer;
import dev.reveille.server.kernel.SetTimer;
import dev.reveille.server.kernel.TimerId;
import dev.reveille.server.kernel.TimerReads;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The promises of every store about stored timers. */
class TimerTableTest extends TableContract {
  private static TimerId timer(String owner, String key) {
    return new TimerId(new CellId("agent", owner), "test", key);
  }

  private TimerReads reads() {
    return store.reads(TimerReads.class);
  }

  @Test
  void timers_survive_and_are_read_in_pages_by_their_time_and_then_as_they_were_set() {
    var late = new SetTimer(timer("@ann", "a"), T + 9, T, "x");
    var first = new SetTimer(timer("@ann", "b"), T + 5, T, "");
    var second = new SetTimer(timer("@bob", "a"), T + 5, T + 1, "y");
    units.required("a", 1, late, first);
    units.required("b", 1, second);
    assertThat(units.outcome()).isEqualTo("ss");
    reopenStore();
    var page = reads().timersAfter(Long.MIN_VALUE, 0, 2);
    assertThat(page)
        .extracting(TimerReads.Row::timer)
        .containsExactly(first.timer(), second.timer());
    assertThat(page).extracting(TimerReads.Row::hasPayload).containsExactly(false, true);
    assertThat(page).extracting(TimerReads.Row::madeAt).containsExactly(T, T + 1);
    var last = page.getLast();
    assertThat(reads().timersAfter(last.at(), last.place(), 2))
        .extracting(TimerReads.Row::timer, TimerReads.Row::at)
        .containsExactly(tuple(late.timer(), T + 9));
    assertThat(reads().timer(second.timer())).contains(second);
  }

  @Test
  void a_timer_that_is_set_again_is_one_timer_with_a_later_place() {
    var id = timer("@ann", "a");
    units.required("a", 1, new SetTimer(id, T + 5, T, "x"));
    units.required("a", 1, new SetTimer(timer("@ann", "b"), T + 7, T, ""));
    units.required("a", 1, new SetTimer(id, T + 7, T + 2, "z"));
    units.await();
    assertThat(reads().timersAfter(Long.MIN_VALUE, 0, 9))
        .extracting(row -> row.timer().key())
        .containsExactly("b", "a");
    assertThat(reads().timer(id)).contains(new SetTimer(id, T + 7, T + 2, "z"));
  }

  @Test
  void a_timer_is_removed_by_its_whole_name() {
    var id = timer("@ann", "a");
    var sameKey = new TimerId(new CellId("channel", "@ann"), "test", "a");
    var otherKind = new TimerId(id.owner(), "other", "a");
    units.required(
        "a",
        1,
        new SetTimer(id, T, T, "x"),
        new SetTimer(sameKey, T, T, ""),
        new SetTimer(otherKind, T, T, ""));
    units.required("a", 1, new RemoveTimer(id), new RemoveTimer(timer("@ann", "none")));
    assertThat(units.outcome()).isEqualTo("ss");
    assertThat(reads().timer(id)).isEmpty();
    assertThat(reads().timersAfter(Long.MIN_VALUE, 0, 9))
        .extracting(TimerReads.Row::timer)
        .containsExactly(sameKey, otherKind);
  }

  @Test
  void an_agent_that_owns_a_timer_stays_however_long_it_is_away() {
    units.required("a", 1, Rows.agent("@ann", "ann", true, T), Rows.agent("@bob", "bob", true, T));
    units.required("a", 1, new SetTimer(timer("@ann", "a"), T, T, ""));
    units.await();
    var week = new Retention(0, Duration.ZERO, Duration.ofDays(7));
    assertThat(store.prune(week, T + Duration.ofDays(400).toMillis())).isPositive();
    assertThat(store.reads(AgentReads.class).agent("@ann")).isPresent();
    assertThat(store.reads(AgentReads.class).agent("@bob")).isEmpty();
  }

  @Test
  void its_rows_are_found_by_an_index() {
    assertSearched(TimerTable.TIMERS_AFTER, TimerTable.TIMER);
  }
}

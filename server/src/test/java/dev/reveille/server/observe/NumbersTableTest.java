package dev.reveille.server.observe;

import static dev.reveille.server.store.Rows.T;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.store.Retention;
import dev.reveille.server.store.TableContract;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The promises of every store about the numbers. */
class NumbersTableTest extends TableContract {
  private static final long MINUTE = 60_000;
  private static final long HOUR = 60 * MINUTE;
  private static final Retention ALL = new Retention(0, Duration.ZERO, Duration.ZERO);

  private static StoredNumbers slot(long at, long messages) {
    return new StoredNumbers(at, 60, "{\"messages\":" + messages + "}");
  }

  private NumbersReads reads() {
    return store.reads(NumbersReads.class);
  }

  @Test
  void a_slot_is_replaced_by_the_same_slot_and_all_survive_a_restart() {
    assertThat(reads().newestMinute()).isEmpty();
    assertThat(reads().newestHour()).isEmpty();
    units.required("a", 1, new SaveMinute(slot(T, 1)), new SaveHour(slot(T, 1)));
    units.required("a", 1, new SaveMinute(slot(T + MINUTE, 2)), new SaveHour(slot(T, 3)));
    units.required("a", 1, new SaveMinute(slot(T + MINUTE, 5)));
    assertThat(units.outcome()).isEqualTo("sss");
    reopenStore();

    assertThat(reads().minutes(0, Long.MAX_VALUE, 9))
        .containsExactly(slot(T, 1), slot(T + MINUTE, 5));
    assertThat(reads().hours(0, Long.MAX_VALUE, 9)).containsExactly(slot(T, 3));
    assertThat(reads().newestMinute()).contains(slot(T + MINUTE, 5));
    assertThat(reads().newestHour()).contains(slot(T, 3));
  }

  @Test
  void a_range_has_its_first_moment_and_not_its_last_and_no_more_than_was_asked_for() {
    for (int i = 0; i < 5; i++) units.required("a", 1, new SaveMinute(slot(T + i * MINUTE, i)));
    units.await();
    assertThat(reads().minutes(T + MINUTE, T + 3 * MINUTE, 9))
        .containsExactly(slot(T + MINUTE, 1), slot(T + 2 * MINUTE, 2));
    assertThat(reads().minutes(T, T + 9 * MINUTE, 2)).hasSize(2).contains(slot(T, 0));
    assertThat(reads().hours(T, T + 9 * MINUTE, 2)).isEmpty();
  }

  @Test
  void minutes_are_kept_for_a_day_and_hours_for_eight() {
    for (int i = 0; i < 1500; i++) units.required("a", 1, new SaveMinute(slot(T + i * MINUTE, i)));
    for (int i = 0; i < 200; i++) units.required("a", 1, new SaveHour(slot(T + i * HOUR, i)));
    units.await();
    assertThat(store.prune(ALL, T + 1500 * MINUTE)).isEqualTo(60);
    assertThat(reads().minutes(0, Long.MAX_VALUE, 2000)).hasSize(1440).contains(slot(T + HOUR, 60));
    assertThat(store.prune(ALL, T + 200 * HOUR)).isEqualTo(1440 + 8);
    assertThat(reads().minutes(0, Long.MAX_VALUE, 2000)).isEmpty();
    assertThat(reads().hours(0, Long.MAX_VALUE, 2000)).hasSize(192);
  }

  @Test
  void its_rows_are_found_by_an_index() {
    assertSearched(NumbersTable.MINUTES, NumbersTable.HOURS);
    assertWalked(NumbersTable.NEWEST_MINUTE, NumbersTable.NEWEST_HOUR);
  }
}

package dev.reveille.server.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.kernel.Write;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NumbersCellTest {
  private static final long MINUTE = 60_000;
  private static final long HOUR = 60 * MINUTE;

  /** An hour begins here. */
  private static final long T = 472_000 * HOUR;

  private static StoredNumbers slot(long at, long seconds, long messages) {
    return new StoredNumbers(at, seconds, "{\"messages\":" + messages + "}");
  }

  private static NumbersCell cell(Optional<StoredNumbers> minute, Optional<StoredNumbers> hour) {
    return new NumbersCell(
        new NumbersReads() {
          @Override
          public List<StoredNumbers> minutes(long from, long to, int limit) {
            throw new AssertionError("a cell needs only the newest");
          }

          @Override
          public List<StoredNumbers> hours(long from, long to, int limit) {
            throw new AssertionError("a cell needs only the newest");
          }

          @Override
          public Optional<StoredNumbers> newestMinute() {
            return minute;
          }

          @Override
          public Optional<StoredNumbers> newestHour() {
            return hour;
          }
        });
  }

  private static List<Write> writes(NumbersCell cell, StoredNumbers measured) {
    var units = cell.handle(new AddMinute(measured)).units();
    assertThat(units).hasSize(1);
    assertThat(units.getFirst().required()).isFalse();
    return units.getFirst().writes();
  }

  @Test
  void a_minute_is_one_write_that_may_be_lost_and_its_hour_grows_with_it() {
    var cell = cell(Optional.empty(), Optional.empty());
    assertThat(writes(cell, slot(T, 60, 5)))
        .containsExactly(new SaveMinute(slot(T, 60, 5)), new SaveHour(slot(T, 60, 5)));
    assertThat(writes(cell, slot(T + 59 * MINUTE, 60, 7)))
        .containsExactly(
            new SaveMinute(slot(T + 59 * MINUTE, 60, 7)), new SaveHour(slot(T, 120, 12)));
    assertThat(writes(cell, slot(T + HOUR, 60, 1)))
        .containsExactly(
            new SaveMinute(slot(T + HOUR, 60, 1)), new SaveHour(slot(T + HOUR, 60, 1)));
  }

  @Test
  void what_an_earlier_process_measured_of_the_minute_and_the_hour_is_continued() {
    var cell = cell(Optional.of(slot(T + MINUTE, 20, 4)), Optional.of(slot(T, 80, 9)));
    assertThat(writes(cell, slot(T + MINUTE, 15, 2)))
        .containsExactly(new SaveMinute(slot(T + MINUTE, 35, 6)), new SaveHour(slot(T, 95, 11)));
  }

  @Test
  void minutes_without_a_server_are_in_no_slot() {
    var cell = cell(Optional.of(slot(T, 60, 4)), Optional.of(slot(T, 60, 4)));
    assertThat(writes(cell, slot(T + 30 * MINUTE, 60, 1)))
        .containsExactly(
            new SaveMinute(slot(T + 30 * MINUTE, 60, 1)), new SaveHour(slot(T, 120, 5)));
  }

  @Test
  void it_keeps_nothing_that_the_store_cannot_give_back() {
    assertThat(cell(Optional.empty(), Optional.empty()).mayUnload()).isTrue();
  }
}

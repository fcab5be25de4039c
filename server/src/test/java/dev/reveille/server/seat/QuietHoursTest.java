package dev.reveille.server.seat;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Quiet hours, across midnight and across a change of the clocks. */
class QuietHoursTest {
  private static long at(String time) {
    return Instant.parse(time).toEpochMilli();
  }

  @Test
  void hours_across_midnight_are_those_of_the_zone() {
    var quiet = QuietHours.of("22:00-07:00 Europe/Berlin").orElseThrow();
    assertThat(quiet.cover(at("2026-11-18T21:00:00Z"))).isTrue();
    assertThat(quiet.cover(at("2026-11-18T20:59:59Z"))).isFalse();
    assertThat(quiet.cover(at("2026-11-19T05:59:59Z"))).isTrue();
    assertThat(quiet.cover(at("2026-11-19T06:00:00Z"))).isFalse();
    assertThat(quiet.text()).isEqualTo("22:00-07:00 Europe/Berlin");
  }

  @Test
  void they_end_at_their_end_also_in_the_night_of_a_clock_change() {
    var quiet = QuietHours.of("22:00-07:00 Europe/Berlin").orElseThrow();
    // Summer time begins on this night: 07:00 is 05:00 UTC.
    assertThat(quiet.end(at("2026-03-28T23:00:00Z"))).isEqualTo(at("2026-03-29T05:00:00Z"));
    assertThat(quiet.end(at("2026-03-28T12:00:00Z"))).isEqualTo(at("2026-03-28T12:00:00Z"));
  }

  @Test
  void hours_within_a_day_are_quiet_between_them() {
    var quiet = QuietHours.of("09:30-10:00 UTC").orElseThrow();
    assertThat(quiet.cover(at("2026-11-18T09:30:00Z"))).isTrue();
    assertThat(quiet.cover(at("2026-11-18T10:00:00Z"))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "22:00",
        "22:00-07:00",
        "22:00-22:00 UTC",
        "25:00-07:00 UTC",
        "22:00-07:00 Mars/Base",
        "22-7 UTC",
        "22:00-07:00 UTC x"
      })
  void other_texts_are_none(String text) {
    assertThat(QuietHours.of(text)).isEmpty();
  }
}

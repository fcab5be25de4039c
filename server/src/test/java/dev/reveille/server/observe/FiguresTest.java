package dev.reveille.server.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.kernel.DurationCounts;
import dev.reveille.server.kernel.Recorder;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class FiguresTest {
  private static final List<Series> SERIES =
      List.of(
          new Series.Rate("messages", "Messages", "messages", () -> 0),
          new Series.Level("connected", "Agents", "connected", () -> 0),
          new Series.Durations("fired", "late", "Lateness", new Recorder()));

  private static DurationCounts took(long... micros) {
    var recorder = new Recorder();
    for (long each : micros) recorder.note(each * 1000);
    return recorder.drain();
  }

  private static Figures figures(long messages, long connected, long... micros) {
    return new Figures(
        Map.of("messages", messages, "connected", connected), Map.of("late", took(micros)));
  }

  @Test
  void sums_add_up_and_percentiles_are_those_of_all_durations_together() {
    var quick = new long[99];
    java.util.Arrays.fill(quick, 100);
    var both = figures(30, 4, quick).plus(figures(10, 6, 50_000));
    var values = both.values(SERIES, 2);
    assertThat(values)
        .containsEntry("messages", 20.0)
        .containsEntry("connected", 5.0)
        .containsEntry("fired", 100.0);
    // The mean of the percentiles of the two would be far from either.
    assertThat(values.get("late_p50_us")).isBetween(100.0, 125.0);
    assertThat(values.get("late_p99_us")).isBetween(100.0, 125.0);
    assertThat(both.plus(figures(0, 0, 50_000)).values(SERIES, 2).get("late_p99_us"))
        .isBetween(50_000.0, 62_500.0);
  }

  @Test
  void they_are_the_same_after_being_written_and_read() {
    var all = figures(30, 4, 1, 2, 2, 9_000_000);
    assertThat(Figures.of(all.text())).isEqualTo(all);
    assertThat(Figures.of(Figures.NONE.text())).isEqualTo(Figures.NONE);
  }

  @Test
  void what_was_not_measured_has_no_value() {
    assertThat(Figures.NONE.values(SERIES, 60)).isEmpty();
    assertThat(Figures.of("{\"messages\":6}").values(SERIES, 60))
        .isEqualTo(Map.of("messages", 0.1));
    assertThat(Figures.of("{\"messages\":6}").values(SERIES, 0)).isEmpty();
  }

  @Test
  void a_text_that_makes_no_sense_is_nothing_that_was_measured() {
    for (var text : List.of("", "7", "null", "[1]", "{", "{\"messages\":\"x\",\"late\":[]}")) {
      assertThat(Figures.of(text).values(SERIES, 60)).as(text).isEmpty();
    }
    var odd = Figures.of("{\"late\":{\"-1\":5,\"999\":5,\"x\":5,\"3\":-7,\"4\":2}}");
    var counts = new TreeMap<>(Map.of(3, 0L, 4, 2L));
    assertThat(odd.durations()).isEqualTo(Map.of("late", new DurationCounts(counts)));
  }
}

package dev.reveille.server.observe;

import dev.reveille.protocol.Json;
import dev.reveille.protocol.JsonText;
import dev.reveille.server.kernel.DurationCounts;
import dev.reveille.server.kernel.Recorder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/**
 * The measurements of some seconds, added up. As text they are a JSON object by the names of the
 * series: the sum of a rate or level, or an object with the counts of durations by bucket. So the
 * figures of several minutes can be added up to those of an hour, and percentiles stay right.
 *
 * @param sums by the field of a rate or level
 * @param durations by {@link Series.Durations#times}
 */
public record Figures(Map<String, Long> sums, Map<String, DurationCounts> durations) {
  static final Figures NONE = new Figures(Map.of(), Map.of());

  /** Returns both together. */
  Figures plus(Figures other) {
    var allSums = new LinkedHashMap<>(sums);
    other.sums.forEach((field, sum) -> allSums.merge(field, sum, Long::sum));
    var allDurations = new LinkedHashMap<>(durations);
    other.durations.forEach(
        (times, counts) -> allDurations.merge(times, counts, DurationCounts::plus));
    return new Figures(allSums, allDurations);
  }

  /**
   * Returns the values of the series by field: the mean of a rate, the nearest whole number to the
   * mean of a level, the count and the percentiles of durations. A series that was not measured has
   * none.
   *
   * @param seconds how many seconds were added up
   */
  public Map<String, Double> values(List<Series> series, long seconds) {
    var values = new LinkedHashMap<String, Double>();
    for (var each : series) {
      switch (each) {
        case Series.Rate rate ->
            mean(rate.field(), seconds).ifPresent(mean -> values.put(rate.field(), mean));
        case Series.Level level ->
            mean(level.field(), seconds)
                .ifPresent(mean -> values.put(level.field(), (double) Math.round(mean)));
        case Series.Durations measured -> {
          var counts = durations.get(measured.times());
          if (counts == null) continue;
          var summary = counts.summary();
          values.put(measured.count(), (double) summary.count());
          values.put(measured.p50(), (double) summary.p50());
          values.put(measured.p99(), (double) summary.p99());
        }
      }
    }
    return values;
  }

  private Optional<Double> mean(String field, long seconds) {
    var sum = sums.get(field);
    return sum == null || seconds <= 0 ? Optional.empty() : Optional.of((double) sum / seconds);
  }

  String text() {
    var json = new JsonText(256);
    sums.forEach(json::field);
    durations.forEach((times, counts) -> json.raw(times, text(counts)));
    return json.text();
  }

  private static String text(DurationCounts counts) {
    var json = new JsonText(64);
    counts.buckets().forEach((bucket, count) -> json.field(Integer.toString(bucket), count));
    return json.text();
  }

  /** Reads what {@link #text} wrote. A part that cannot be read counts as not measured. */
  public static Figures of(String text) {
    var sums = new LinkedHashMap<String, Long>();
    var durations = new LinkedHashMap<String, DurationCounts>();
    Json.read(text)
        .ifPresent(
            all -> {
              for (var each : all.properties()) {
                var value = each.getValue();
                if (value.isIntegralNumber()) sums.put(each.getKey(), value.asLong(0));
                else if (value.isObject()) durations.put(each.getKey(), counts(value));
              }
            });
    return new Figures(sums, durations);
  }

  private static DurationCounts counts(JsonNode buckets) {
    var counts = new TreeMap<Integer, Long>();
    for (var each : buckets.properties()) {
      bucket(each.getKey())
          .ifPresent(bucket -> counts.put(bucket, Math.max(0, each.getValue().asLong(0))));
    }
    return new DurationCounts(counts);
  }

  private static Optional<Integer> bucket(String name) {
    try {
      return Optional.of(Integer.parseInt(name)).filter(Recorder::isBucket);
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }
}

package dev.reveille.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Runs one measurement for one or several builds in turns, so that a busy machine affects all of
 * them. Prints medians, and ratios to the last build, as a table in Markdown.
 */
final class InTurns {
  private final List<String> names;

  /** By figure, then by build: one value per round. */
  private final Map<String, List<List<Double>>> figures = new LinkedHashMap<>();

  InTurns(List<String> names) {
    this.names = List.copyOf(names);
  }

  /** Measures the first minute of this checkout's server, and of the others in the options. */
  static String firstMinute(Options options) {
    var builds = new ArrayList<Servers>();
    try {
      builds.add(Servers.of(options));
      for (var command : options.against()) builds.add(Servers.of(options, command));
      var table =
          new InTurns(builds.size() == 1 ? List.of("here") : names(options.against().size()));
      for (var part : FirstMinute.warmUp().parts(options)) {
        measure(part, builds.getFirst(), options);
      }
      for (int round = 0; round < options.rounds(); round++) {
        for (var part : FirstMinute.standard().parts(options)) {
          for (int turn = 0; turn < builds.size(); turn++) {
            int build = (turn + round) % builds.size();
            System.err.println("… round " + (round + 1) + ", " + table.names.get(build));
            table.add(build, measure(part, builds.get(build), options));
          }
        }
      }
      return table.markdown();
    } finally {
      builds.forEach(Servers::close);
    }
  }

  private static List<String> names(int others) {
    var names = new ArrayList<>(List.of("here"));
    for (int i = 1; i <= others; i++) names.add(others == 1 ? "against" : "against " + i);
    return names;
  }

  private static Map<String, Double> measure(
      FirstMinute.Part part, Servers servers, Options options) {
    try (var server = servers.reveille(servers.newDataDir())) {
      return part.measure(server.target(), options);
    }
  }

  void add(int build, Map<String, Double> round) {
    round.forEach(
        (figure, value) -> figures.computeIfAbsent(figure, _ -> columns()).get(build).add(value));
  }

  private List<List<Double>> columns() {
    var columns = new ArrayList<List<Double>>();
    for (int i = 0; i < names.size(); i++) columns.add(new ArrayList<>());
    return columns;
  }

  /**
   * Returns a row for each figure: the medians, their range, and each build's ratio to the last
   * one.
   */
  String markdown() {
    var lines = new ArrayList<String>();
    var head = new StringBuilder("| figure |");
    var rule = new StringBuilder("|---|");
    for (var name : names) {
      head.append(' ').append(name).append(" (range) |");
      rule.append("---|");
    }
    for (int i = 0; i < names.size() - 1; i++) {
      head.append(' ').append(names.get(i)).append(" / ").append(names.getLast()).append(" |");
      rule.append("---|");
    }
    lines.add(head.toString());
    lines.add(rule.toString());
    figures.forEach((figure, values) -> lines.add(row(figure, values)));
    return String.join("\n", lines);
  }

  private String row(String figure, List<List<Double>> values) {
    var row = new StringBuilder("| ").append(figure).append(" |");
    for (var build : values) {
      var sorted = build.stream().sorted().toList();
      row.append(
          String.format(
              Locale.ROOT,
              " %.2f (%.2f–%.2f) |",
              median(sorted),
              sorted.getFirst(),
              sorted.getLast()));
    }
    double last = median(values.getLast().stream().sorted().toList());
    for (int i = 0; i < names.size() - 1; i++) {
      double own = median(values.get(i).stream().sorted().toList());
      row.append(String.format(Locale.ROOT, " %.2f |", own / last));
    }
    return row.toString();
  }

  private static double median(List<Double> sorted) {
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }
}

package dev.reveille.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** Writes the results as Markdown for people and as JSON for programs. */
final class Report {
  private static final String UNKNOWN = "unsupported";

  private Report() {}

  static String markdown(List<Result> results, List<Bars.Bar> bars) {
    var lines = new ArrayList<String>();
    lines.add(
        "| scenario | server | count | wall s | per second | server CPU s (user + system) | own CPU"
            + " s | server CPU µs each | per server CPU-second | p50 ms | p99 ms | RSS MB | live"
            + " heap MB | more |");
    lines.add("|---|---|---|---|---|---|---|---|---|---|---|---|---|---|");
    for (var result : results) lines.add(row(result));
    var ratios = ratios(results);
    if (!ratios.isEmpty()) {
      lines.add("");
      lines.add("| deliveries per server CPU-second | reveille / bare |");
      lines.add("|---|---|");
      ratios.forEach(
          (name, ratio) -> lines.add("| " + name + " | " + text("%.1f %%", 100 * ratio) + " |"));
    }
    if (!bars.isEmpty()) {
      lines.add("");
      lines.add("| bar | limit | measured | |");
      lines.add("|---|---|---|---|");
      for (var bar : bars) {
        var met = bar.met() == null ? "" : bar.met() ? "met" : "**missed**";
        lines.add(
            "| " + String.join(" | ", bar.promise(), bar.limit(), bar.measured(), met) + " |");
      }
    }
    return String.join("\n", lines);
  }

  private static String row(Result r) {
    if (r.failure() != null) {
      var reason = r.failure().replace("|", "\\|").replace("\n", " ");
      return "| " + r.scenario() + " | " + r.server() + " | failed: " + reason + " |";
    }
    var more = new ArrayList<String>();
    new TreeMap<>(r.more()).forEach((name, value) -> more.add(name + " " + text("%,.2f", value)));
    return "| "
        + String.join(
            " | ",
            r.scenario(),
            r.server(),
            text("%,d", r.count()) + " " + r.unit(),
            text("%.2f", r.wallSeconds()),
            text("%,.0f", r.perSecond()),
            cpu(r.serverCpu()),
            cpu(r.ownCpu()),
            orUnknown("%,.2f", r.cpuMicrosEach()),
            orUnknown("%,.0f", r.perCpuSecond()),
            orEmpty("%.3f", r.p50Ms()),
            orEmpty("%.3f", r.p99Ms()),
            orEmpty("%.1f", r.rssBytes() == null ? null : r.rssBytes() / 1e6),
            orEmpty("%.1f", r.heapBytes() == null ? null : r.heapBytes() / 1e6),
            String.join(", ", more))
        + " |";
  }

  /** Compares our server with the bare one, for each scenario that ran on both. */
  static Map<String, Double> ratios(List<Result> results) {
    var bare = new LinkedHashMap<String, Double>();
    var ratios = new LinkedHashMap<String, Double>();
    for (var result : results) {
      var speed = result.perCpuSecond();
      if (speed != null && result.server().equals("bare")) bare.put(result.scenario(), speed);
    }
    for (var result : results) {
      var speed = result.perCpuSecond();
      var limit = bare.get(result.scenario());
      if (speed == null || limit == null || result.server().equals("bare")) continue;
      ratios.put(result.scenario(), speed / limit);
    }
    return ratios;
  }

  static String json(List<Result> results, List<Bars.Bar> bars) {
    var list = new ArrayList<Map<String, @Nullable Object>>();
    for (var r : results) {
      var map = new LinkedHashMap<String, @Nullable Object>();
      map.put("scenario", r.scenario());
      map.put("server", r.server());
      map.put("count", r.count());
      map.put("unit", r.unit());
      map.put("wall_seconds", r.wallSeconds());
      map.put("per_second", r.perSecond());
      map.put("server_cpu", r.serverCpu());
      map.put("own_cpu", r.ownCpu());
      map.put("server_cpu_micros_each", r.cpuMicrosEach());
      map.put("per_server_cpu_second", r.perCpuSecond());
      map.put("p50_ms", r.p50Ms());
      map.put("p99_ms", r.p99Ms());
      map.put("rss_bytes", r.rssBytes());
      map.put("heap_bytes", r.heapBytes());
      map.put("more", r.more());
      map.put("failure", r.failure());
      list.add(map);
    }
    var all = Map.of("results", list, "ratios", ratios(results), "bars", bars);
    return JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(all);
  }

  private static String cpu(@Nullable CpuTime cpu) {
    if (cpu == null) return UNKNOWN;
    return text("%.2f", cpu.total())
        + " ("
        + text("%.2f", cpu.user())
        + " + "
        + text("%.2f", cpu.system())
        + ")";
  }

  private static String orUnknown(String format, @Nullable Double value) {
    return value == null ? UNKNOWN : text(format, value);
  }

  private static String orEmpty(String format, @Nullable Double value) {
    return value == null ? "" : text(format, value);
  }

  private static String text(String format, Object value) {
    return String.format(Locale.ROOT, format, value);
  }
}

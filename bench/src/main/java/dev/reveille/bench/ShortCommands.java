package dev.reveille.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Measures what a short command costs, launcher included, and an empty run of the same JVM in turn
 * with it. Machines differ and are busy, so the ratio of their processor times tells most.
 */
record ShortCommands(Scenario scenario, int runs) {
  private static final int LIMIT_SECONDS = 60;
  private static final String EMPTY = "java -version";

  private static final Map<String, List<String>> LINES = new LinkedHashMap<>();

  static {
    LINES.put("send", List.of("send", "#general", "hello"));
    LINES.put("history", List.of("history", "#general"));
    LINES.put("channels", List.of("channels"));
  }

  /** The wall times of all runs, and the processor time of all together. */
  private static final class Cost {
    private final List<Double> wallMillis = new ArrayList<>();
    private double cpuMillis;

    void add(double wall, double cpu) {
      wallMillis.add(wall);
      cpuMillis += cpu;
    }

    double medianWall() {
      return wallMillis.stream().sorted().toList().get(wallMillis.size() / 2);
    }

    double meanCpu() {
      return cpuMillis / wallMillis.size();
    }
  }

  Result measure(Servers servers) {
    var costs = new LinkedHashMap<String, Cost>();
    try (var server = servers.reveille(servers.newDataDir())) {
      // Not counted: the first one makes the identity.
      run(servers.command(server, LINES.get("send")));
      for (int i = 0; i < runs; i++) {
        time(costs, EMPTY, new ProcessBuilder(emptyJvm()));
        LINES.forEach((name, line) -> time(costs, name, servers.command(server, line)));
      }
      var window =
          new MeasuredWindow(runs, costs.get("send").medianWall() * runs / 1e3, null, null);
      return Result.of(scenario, server.target(), window, "commands").more(figures(costs));
    }
  }

  private static List<String> emptyJvm() {
    var java = System.getProperty("java.home") + "/bin/java";
    return List.of(java, "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-version");
  }

  private static Map<String, Double> figures(Map<String, Cost> costs) {
    var figures = new LinkedHashMap<String, Double>();
    double empty = costs.get(EMPTY).meanCpu();
    costs.forEach(
        (name, cost) -> {
          figures.put(name + " wall ms", cost.medianWall());
          figures.put(name + " CPU ms", cost.meanCpu());
          if (!name.equals(EMPTY) && empty > 0) {
            figures.put(
                String.format(Locale.ROOT, "%s CPU / %s", name, EMPTY), cost.meanCpu() / empty);
          }
        });
    return figures;
  }

  private static void time(Map<String, Cost> costs, String name, ProcessBuilder builder) {
    var meter = ProcessMeter.self();
    double before = meter.endedChildren().total();
    long from = System.nanoTime();
    run(builder);
    double wall = (System.nanoTime() - from) / 1e6;
    double cpu = (meter.endedChildren().total() - before) * 1e3;
    costs.computeIfAbsent(name, _ -> new Cost()).add(wall, cpu);
  }

  private static void run(ProcessBuilder builder) {
    try {
      var process =
          builder.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
      if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new BenchException(builder.command() + " did not end");
      }
      if (process.exitValue() != 0) {
        throw new BenchException(builder.command() + " failed with " + process.exitValue());
      }
    } catch (IOException e) {
      throw new BenchException("cannot run " + builder.command() + ": " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchException("interrupted", e);
    }
  }
}

package dev.reveille.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Measures what a short command costs, launcher included, and an empty run of the same JVM in turn
 * with it. Machines differ and are busy, so the ratio of their processor times tells most. Of the
 * bridge for MCP it measures the time until its first answer; the bridge itself stays.
 */
record ShortCommands(Scenario scenario, int runs) {
  private static final int LIMIT_SECONDS = 60;
  private static final String EMPTY = "java -version";
  static final String BRIDGE = "mcp, first answer";
  private static final String INITIALIZE =
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
          + "\"2025-06-18\",\"capabilities\":{},\"clientInfo\":{\"name\":\"b\",\"version\":\"1\"}}}\n";

  private static final List<String> SEND = List.of("send", "#general", "hello");

  private static final Map<String, List<String>> LINES = new LinkedHashMap<>();

  static {
    LINES.put("send", SEND);
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
    var data = servers.newDataDir();
    try (var server = servers.reveille(data)) {
      // Not counted: the first one makes the identity.
      run(servers.command(server, SEND));
      var token = token(servers, server, data);
      for (int i = 0; i < runs; i++) {
        time(costs, EMPTY, new ProcessBuilder(emptyJvm()));
        LINES.forEach((name, line) -> time(costs, name, servers.command(server, line)));
        timeBridge(costs, servers.command(server, List.of("mcp", "--token-file", token)));
      }
      var window =
          new MeasuredWindow(runs, of(costs, "send").medianWall() * runs / 1e3, null, null);
      return Result.of(scenario, server.target(), window, "commands").more(figures(costs));
    }
  }

  /** Makes a token and returns the name of its file. */
  private static String token(Servers servers, MeasuredServer server, Path data) {
    var file = data.resolveSibling(data.getFileName() + ".token").toString();
    var line =
        List.of(
            "token",
            "new",
            "--name=bridge",
            "--scopes=observe,send",
            "--new-identity=bridge",
            "--out=" + file);
    var builder = servers.command(server, line);
    builder.environment().put("DATA_DIR", data.toString());
    run(builder);
    return file;
  }

  private static void timeBridge(Map<String, Cost> costs, ProcessBuilder builder) {
    var meter = ProcessMeter.self();
    double before = meter.endedChildren().total();
    long from = System.nanoTime();
    try {
      var bridge = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
      double wall;
      try (var in = bridge.outputWriter();
          var out = bridge.inputReader()) {
        in.write(INITIALIZE);
        in.flush();
        var answer = out.readLine();
        wall = (System.nanoTime() - from) / 1e6;
        if (answer == null || !answer.contains("serverInfo")) {
          throw new BenchException("the bridge answered " + answer);
        }
      }
      await(bridge, builder);
      double cpu = (meter.endedChildren().total() - before) * 1e3;
      of(costs, BRIDGE).add(wall, cpu);
    } catch (IOException e) {
      throw new BenchException("cannot run " + builder.command() + ": " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchException("interrupted", e);
    }
  }

  private static List<String> emptyJvm() {
    var java = System.getProperty("java.home") + "/bin/java";
    return List.of(java, "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-version");
  }

  private static Map<String, Double> figures(Map<String, Cost> costs) {
    var figures = new LinkedHashMap<String, Double>();
    double empty = of(costs, EMPTY).meanCpu();
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

  private static Cost of(Map<String, Cost> costs, String name) {
    return costs.computeIfAbsent(name, _ -> new Cost());
  }

  private static void time(Map<String, Cost> costs, String name, ProcessBuilder builder) {
    var meter = ProcessMeter.self();
    double before = meter.endedChildren().total();
    long from = System.nanoTime();
    run(builder);
    double wall = (System.nanoTime() - from) / 1e6;
    double cpu = (meter.endedChildren().total() - before) * 1e3;
    of(costs, name).add(wall, cpu);
  }

  private static void run(ProcessBuilder builder) {
    try {
      var process =
          builder.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
      await(process, builder);
    } catch (IOException e) {
      throw new BenchException("cannot run " + builder.command() + ": " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchException("interrupted", e);
    }
  }

  private static void await(Process process, ProcessBuilder builder) throws InterruptedException {
    if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new BenchException(builder.command() + " did not end");
    }
    if (process.exitValue() != 0) {
      throw new BenchException(builder.command() + " failed with " + process.exitValue());
    }
  }
}

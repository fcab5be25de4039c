package dev.reveille.bench;

import java.util.ArrayList;
import java.util.List;

/**
 * Starts the packaged server and the bare one, runs the scenarios against them and prints a report
 * in Markdown. Each scenario has a fresh server; all servers are stopped and their data is deleted.
 *
 * <p>Exit codes: 0 all measured, 1 something could not be measured, 2 a target was missed and
 * {@code --strict} was given.
 */
public final class Bench {
  private Bench() {}

  public static void main(String[] args) {
    System.exit(run(args));
  }

  private static int run(String... args) {
    try {
      var words = new ArrayList<>(List.of(args));
      boolean herd = words.remove("csma");
      boolean firstMinute = words.remove("first-minute");
      boolean mcp = words.remove("mcp-listeners");
      var options = Options.parse(words.toArray(String[]::new));
      if (options.help()) {
        System.out.println(Options.USAGE);
        return 0;
      }
      if (herd) {
        System.out.println(Herd.measure(options));
        return 0;
      }
      if (mcp) {
        System.out.println(McpListeners.measure(options));
        return 0;
      }
      if (firstMinute) {
        System.out.println(InTurns.firstMinute(options));
        return 0;
      }
      var results = new ArrayList<Result>();
      try (var servers = Servers.of(options)) {
        System.out.println(machine(servers) + "\n");
        for (var scenario : options.scenarios()) {
          results.addAll(measure(scenario, servers, options));
        }
      }
      var bars = Bars.of(results);
      System.out.println(Report.markdown(results, bars));
      LoadGenerator.writeJson(results, bars, options);
      if (results.stream().anyMatch(r -> r.failure() != null)) return 1;
      boolean missed = bars.stream().anyMatch(bar -> Boolean.FALSE.equals(bar.met()));
      return missed && options.strict() ? 2 : 0;
    } catch (BenchException e) {
      System.err.println(e.getMessage());
      return 1;
    }
  }

  private static List<Result> measure(Scenario scenario, Servers servers, Options options) {
    var results = new ArrayList<Result>();
    if (scenario.fanOut()) {
      try (var bare = servers.bare()) {
        results.add(LoadGenerator.measure(scenario, bare.target(), options));
      }
    }
    if (scenario.inProcess()) {
      results.add(LoadGenerator.measure(scenario, Target.inProcess(), options));
      return results;
    }
    try {
      if (scenario.ownsProcess()) {
        System.err.println("… " + scenario.label() + " at reveille");
        results.add(
            switch (scenario) {
              case START -> new Starting(scenario, 5).measure(servers);
              case COMMANDS -> new ShortCommands(scenario, 20).measure(servers);
              default -> new Restarting(scenario, Rooms.standard(16)).measure(servers, options);
            });
        return results;
      }
      try (var server = servers.reveille(servers.newDataDir())) {
        results.add(LoadGenerator.measure(scenario, server.target(), options));
      }
    } catch (BenchException e) {
      results.add(Result.failed(scenario, "reveille", String.valueOf(e.getMessage())));
    }
    return results;
  }

  private static String machine(Servers servers) {
    return "Machine: "
        + Runtime.getRuntime().availableProcessors()
        + " cores, "
        + System.getProperty("os.name")
        + " "
        + System.getProperty("os.arch")
        + ", JDK "
        + Runtime.version()
        + ", sockets by "
        + Transport.name()
        + ", data on "
        + servers.disk();
  }
}

package dev.reveille.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Map;

/** Measures how soon an empty server is ready, and how much memory it takes. */
record Starting(Scenario scenario, int starts) {
  private static final Duration SETTLE = Duration.ofSeconds(8);

  Result measure(Servers servers) {
    // Not counted: it may build the program or its class cache.
    servers.reveille(servers.newDataDir()).close();
    var seconds = new ArrayList<Double>();
    for (int i = 0; i < starts - 1; i++) {
      try (var server = servers.reveille(servers.newDataDir())) {
        seconds.add(server.readySeconds());
      }
    }
    try (var server = servers.reveille(servers.newDataDir())) {
      seconds.add(server.readySeconds());
      MeasuredWindow.sleep(SETTLE);
      seconds.sort(null);
      double median = seconds.get(starts / 2);
      var cpu = server.target().meter().cpuWithChildren().orElse(null);
      var result =
          Result.of(scenario, server.target(), new MeasuredWindow(1, median, cpu, null), "start");
      return result.more(Map.of("slowest start s", seconds.getLast()));
    }
  }
}

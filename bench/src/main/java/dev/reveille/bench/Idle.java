package dev.reveille.bench;

import java.time.Duration;
import java.util.Map;

/** Measures the memory of connected agents that send nothing. */
record Idle(Scenario scenario, int connections) {
  private static final int WARM_UP = 300;
  private static final Duration SETTLE = Duration.ofSeconds(3);

  Result measure(Target target, Options options) {
    target.needsOpenFiles(connections);
    // The first connections load classes and fill pools; that is not a connection's price.
    try (var sockets = new Sockets(target.address(), options.loops())) {
      enter(sockets, WARM_UP);
    }
    MeasuredWindow.sleep(SETTLE);
    long heapBefore = target.liveHeap();
    long rssBefore = target.meter().rssBytes().orElse(0);
    try (var sockets = new Sockets(target.address(), options.loops())) {
      var open = MeasuredWindow.begin(target);
      enter(sockets, connections);
      var window = open.end(connections);
      MeasuredWindow.sleep(SETTLE);
      long heap = target.liveHeap();
      long rss = target.meter().rssBytes().orElse(0);
      return Result.of(scenario, target, window, "idle connections")
          .heap(heap)
          .more(
              Map.of(
                  "heap bytes per connection", (double) (heap - heapBefore) / connections,
                  "RSS bytes per connection", (double) (rss - rssBefore) / connections));
    }
  }

  private static void enter(Sockets sockets, int count) {
    Crowd.of(count, i -> BenchAgent.connect(sockets).identify("idle-" + i));
  }
}

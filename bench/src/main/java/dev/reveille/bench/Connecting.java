package dev.reveille.bench;

import dev.reveille.protocol.Identity;
import java.time.Duration;
import java.util.Map;

/** Measures many agents with keys that connect, prove their identity and join a channel. */
record Connecting(Scenario scenario, int agents) {
  /** Runs on the fresh server first, then on the warm one, which is the reported figure. */
  Result measure(Target target, Options options) {
    target.needsOpenFiles(agents);
    var cold = wave(target, options, "#cold");
    MeasuredWindow.sleep(Duration.ofSeconds(2));
    var warm = wave(target, options, "#warm");
    var result = Result.of(scenario, target, warm, "agents joined");
    var coldCpu = cold.serverCpu();
    return result.more(
        coldCpu == null
            ? Map.of("cold wall s", cold.wallSeconds())
            : Map.of("cold wall s", cold.wallSeconds(), "cold server CPU s", coldCpu.total()));
  }

  private MeasuredWindow wave(Target target, Options options, String channel) {
    var identities = Crowd.of(agents, _ -> Identity.generate());
    try (var sockets = new Sockets(target.address(), options.loops())) {
      BenchAgent.connect(sockets).identify("founder").create(channel);
      var window = MeasuredWindow.begin(target);
      var joined =
          Crowd.of(
              agents,
              i ->
                  BenchAgent.connect(sockets)
                      .identify("agent-" + i, identities.get(i))
                      .join(channel));
      return window.end(joined.size());
    }
  }
}

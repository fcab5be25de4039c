package dev.reveille.bench;

import java.time.Duration;
import java.util.LinkedHashMap;

/** Measures how soon a server with many messages is ready again after SIGTERM and SIGKILL. */
record Restarting(Scenario scenario, Rooms rooms) {
  private static final Duration FILL_LIMIT = Duration.ofMinutes(20);

  Result measure(Servers servers, Options options) {
    var figures = new LinkedHashMap<String, Double>();
    var dataDir = servers.newDataDir();
    long accepted;
    try (var server = servers.reveille(dataDir)) {
      long from = System.nanoTime();
      accepted = fill(server.target(), options);
      figures.put("fill messages/s", accepted * 1e9 / (System.nanoTime() - from));
      figures.put("stop s", server.terminate());
    }
    try (var server = servers.reveille(dataDir)) {
      figures.put("after SIGTERM s", server.readySeconds());
      check(server.target(), options, accepted);
      accepted += loadAndKill(server, options);
    }
    try (var server = servers.reveille(dataDir)) {
      figures.put("after kill -9 s", server.readySeconds());
      var stored = check(server.target(), options, accepted);
      figures.put("stored messages", (double) stored.messages());
      var cpu = server.target().meter().cpuWithChildren().orElse(null);
      double slowest = Math.max(figures.get("after SIGTERM s"), server.readySeconds());
      var window = new MeasuredWindow(1, slowest, cpu, null);
      return Result.of(scenario, server.target(), window, "restart").more(figures);
    }
  }

  private long fill(Target target, Options options) {
    var tally = new Tally();
    try (var sockets = new Sockets(target.address(), options.loops())) {
      rooms.enter(target, sockets, tally, options).forEach(Talker::start);
      long until = System.nanoTime() + FILL_LIMIT.toNanos();
      while (tally.accepted.sum() < options.messages()) {
        tally.requireNoFailure();
        if (System.nanoTime() > until) {
          throw new BenchException("only " + tally.accepted.sum() + " messages in " + FILL_LIMIT);
        }
        MeasuredWindow.sleep(Duration.ofMillis(20));
      }
      rooms.drain(tally);
      return tally.accepted.sum();
    }
  }

  /** Returns how many messages were accepted before the server was killed. */
  private long loadAndKill(MeasuredServer server, Options options) {
    var tally = new Tally();
    try (var sockets = new Sockets(server.target().address(), options.loops())) {
      rooms.enterAgain(sockets, tally, options).forEach(Talker::start);
      MeasuredWindow.sleep(Duration.ofSeconds(options.seconds()));
      tally.requireNoFailure();
      server.kill();
      tally.stop();
    }
    return tally.accepted.sum();
  }

  private Rooms.Stored check(Target target, Options options, long accepted) {
    try (var sockets = new Sockets(target.address(), options.loops())) {
      var stored = rooms.stored(sockets);
      if (stored.lastSeqs() < accepted) {
        throw new BenchException(
            accepted + " messages were accepted, the rooms know of " + stored.lastSeqs());
      }
      return stored;
    }
  }
}

package dev.reveille.bench;

import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.StringJoiner;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * Measures how late callbacks come while many others are pending: from the moment they are due at
 * the server to the moment when the agent's socket is read.
 *
 * @param waiting callbacks of each agent that stay pending all the time
 * @param fired callbacks of each agent, spread over {@code spread}
 */
record Lateness(Scenario scenario, int agents, int waiting, int fired, Duration spread) {
  private static final long FAR_MS = 3_000_000;
  private static final long SOONEST_MS = 1000;
  private static final Duration GRACE = Duration.ofSeconds(60);
  private static final int SEED = 4;

  /** As many as the default quota of 50 allows, and 101,250 that stay. */
  static Lateness standard(Scenario scenario) {
    return new Lateness(scenario, 2250, 45, 5, Duration.ofSeconds(20));
  }

  Result measure(Target target, Options options) {
    target.needsOpenFiles(agents);
    var tally = new Tally();
    var late = new Histogram();
    var early = new LongAdder();
    var latest = new AtomicLong();
    try (var sockets = new Sockets(target.address(), options.loops())) {
      var crowd =
          Crowd.of(
              agents,
              i -> {
                var agent = BenchAgent.connect(sockets).identify("late-" + i);
                agent
                    .connection()
                    .listener(
                        new CallbackCounter(
                            agent,
                            tally,
                            heard -> {
                              if (heard.late() < 0) early.increment();
                              late.record(heard.late() * 1_000_000);
                              latest.accumulateAndGet(heard.late(), Math::max);
                              tally.accepted.increment();
                            }));
                var far = new StringJoiner("");
                for (int n = 0; n < waiting; n++) far.add(callback(FAR_MS + n));
                agent.say(agent.id(), far.toString()).ping();
                return agent;
              });
      // The entry of the crowd is not what is measured.
      MeasuredWindow.sleep(Duration.ofSeconds(options.warmup()));
      var open = MeasuredWindow.begin(target);
      for (int i = 0; i < agents; i++) {
        var agent = crowd.get(i);
        var random = new Random(SEED + i);
        var soon = new StringJoiner("");
        for (int n = 0; n < fired; n++) {
          soon.add(callback(SOONEST_MS + random.nextLong(spread.toMillis())));
        }
        agent.say(agent.id(), soon.toString());
      }
      await(tally);
      var window = open.end(tally.accepted.sum());
      tally.stop();
      return Result.of(scenario, target, window, "callbacks")
          .latency(late)
          .more(
              Map.of(
                  "pending meanwhile", (double) agents * waiting,
                  "early", (double) early.sum(),
                  "latest ms", (double) latest.get()));
    }
  }

  private void await(Tally tally) {
    long until = System.nanoTime() + SOONEST_MS * 1_000_000 + spread.plus(GRACE).toNanos();
    while (tally.accepted.sum() < (long) agents * fired) {
      tally.requireNoFailure();
      if (System.nanoTime() > until) {
        throw new BenchException("only " + tally.accepted.sum() + " callbacks came");
      }
      MeasuredWindow.sleep(Duration.ofMillis(20));
    }
  }

  /** A callback that carries its delay. */
  static String callback(long millis) {
    return "@@cb:%d.%03ds@@%d".formatted(millis / 1000, millis % 1000, millis);
  }
}

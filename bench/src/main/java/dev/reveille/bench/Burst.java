package dev.reveille.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * Measures how a burst of callbacks that are due at one moment affects chat. Chat runs at a steady
 * pace. Its latencies while the callbacks come are compared with those just before.
 *
 * <p>The first burst runs code that is not compiled yet and is reported alone.
 */
record Burst(Scenario scenario, int agents, int perAgent, int chatters, int perSecond, int leadMs) {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final Duration REST = Duration.ofMillis(500);

  /** 50,000 callbacks; each agent has as many as the default quota allows. */
  static Burst standard(Scenario scenario) {
    return new Burst(scenario, 1000, 50, 20, 500, 10_000);
  }

  /** One measured burst; times are {@link System#nanoTime} but for {@code dueMs}. */
  private static final class Seen {
    private final LongAdder count = new LongAdder();
    private final LongAdder early = new LongAdder();
    private final AtomicLong firstDueMs = new AtomicLong(Long.MAX_VALUE);
    private final AtomicLong lastDueMs = new AtomicLong();
    private final AtomicLong lastAt = new AtomicLong();
    private final AtomicLong latestMs = new AtomicLong();
  }

  Result measure(Target target, Options options) {
    target.needsOpenFiles(agents + chatters);
    var tally = new Tally();
    try (var sockets = new Sockets(target.address(), options.loops())) {
      var chat = Metronome.enter(sockets, chatters);
      var seen = new AtomicSeen();
      var crowd = Crowd.of(agents, i -> enter(sockets, i, tally, seen));
      try (var metronome = new Metronome(chat, tally, perSecond, options)) {
        MeasuredWindow.sleep(Duration.ofSeconds(options.warmup()));
        var first = new Figures();
        var later = new Figures();
        round(crowd, seen, metronome, tally, target, options, first);
        for (int i = 0; i < options.rounds(); i++) {
          round(crowd, seen, metronome, tally, target, options, later);
        }
        return later.result(scenario, target, first);
      }
    }
  }

  /** The running burst. Listeners outlive it. */
  private static final class AtomicSeen {
    private volatile Seen now = new Seen();
  }

  private static BenchAgent enter(Sockets sockets, int number, Tally tally, AtomicSeen seen) {
    var agent = BenchAgent.connect(sockets).identify("burst-" + number);
    var counter =
        new CallbackCounter(
            agent,
            tally,
            heard -> {
              var burst = seen.now;
              burst.count.increment();
              if (heard.late() < 0) burst.early.increment();
              burst.firstDueMs.accumulateAndGet(heard.due(), Math::min);
              burst.lastDueMs.accumulateAndGet(heard.due(), Math::max);
              burst.latestMs.accumulateAndGet(heard.late(), Math::max);
              burst.lastAt.set(System.nanoTime());
            });
    agent.connection().listener(counter);
    return agent;
  }

  private void round(
      List<BenchAgent> crowd,
      AtomicSeen current,
      Metronome metronome,
      Tally tally,
      Target target,
      Options options,
      Figures figures) {
    MeasuredWindow.sleep(REST);
    long quietFrom = System.nanoTime();
    MeasuredWindow.sleep(Duration.ofSeconds(options.seconds()));
    metronome.between(quietFrom, System.nanoTime() - REST.toNanos(), figures.quiet);

    var seen = new Seen();
    current.now = seen;
    long dueMs = System.currentTimeMillis() + leadMs;
    for (var agent : crowd) {
      long delay = dueMs - System.currentTimeMillis();
      if (delay < leadMs / 10) throw new BenchException("the callbacks could not be set in time");
      agent.say(agent.id(), Lateness.callback(delay).repeat(perAgent)).ping();
    }
    MeasuredWindow.sleep(Duration.ofMillis(Math.max(0, dueMs - System.currentTimeMillis() - 20)));
    var open = MeasuredWindow.begin(target);
    await(seen, tally);
    figures.windows.add(open.end((long) agents * perAgent));

    long nanosOfWall = System.nanoTime() - System.currentTimeMillis() * 1_000_000;
    long from = seen.firstDueMs.get() * 1_000_000 + nanosOfWall;
    // What was sent while the last callbacks came is answered a little later.
    MeasuredWindow.sleep(REST.multipliedBy(2));
    metronome.between(from, seen.lastAt.get(), figures.busy);
    figures.spreadMs = Math.max(figures.spreadMs, seen.lastDueMs.get() - seen.firstDueMs.get());
    figures.latestMs = Math.max(figures.latestMs, seen.latestMs.get());
    figures.early += seen.early.sum();
  }

  private void await(Seen seen, Tally tally) {
    long until = System.nanoTime() + LIMIT.toNanos();
    while (seen.count.sum() < (long) agents * perAgent) {
      tally.requireNoFailure();
      if (System.nanoTime() > until) {
        throw new BenchException("only " + seen.count.sum() + " callbacks came");
      }
      MeasuredWindow.sleep(Duration.ofMillis(5));
    }
  }

  /** Returns the figures of one or more bursts together. */
  private static final class Figures {
    private final Histogram quiet = new Histogram();
    private final Histogram busy = new Histogram();
    private final List<MeasuredWindow> windows = new ArrayList<>();
    private long spreadMs;
    private long latestMs;
    private long early;

    private double delayMs() {
      return (busy.quantile(0.99) - quiet.quantile(0.99)) / 1e6;
    }

    private Result result(Scenario scenario, Target target, Figures first) {
      windows.sort((a, b) -> Double.compare(a.wallSeconds(), b.wallSeconds()));
      var more = new LinkedHashMap<String, Double>();
      more.put("chat p50 ms quiet", quiet.quantile(0.5) / 1e6);
      more.put("chat p99 ms quiet", quiet.quantile(0.99) / 1e6);
      more.put("chat p99 ms more in a burst", delayMs());
      more.put("chat worst ms in a burst", busy.quantile(1) / 1e6);
      more.put("chat messages in bursts", (double) busy.count());
      more.put("chat p99 ms more in the first burst", first.delayMs());
      more.put("due within ms", (double) spreadMs);
      more.put("latest callback ms", (double) latestMs);
      more.put("early", (double) early + first.early);
      return Result.of(scenario, target, windows.get(windows.size() / 2), "callbacks in a burst")
          .latency(busy)
          .more(more);
    }
  }
}

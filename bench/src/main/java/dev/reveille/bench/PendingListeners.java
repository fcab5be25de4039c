package dev.reveille.bench;

import dev.reveille.protocol.Identity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Measures agents that wait with PENDING for a message in a channel: one message answers all of
 * them at once. The latency is from the sender's echo, which follows the commit, to each answer.
 *
 * @param agents how many wait
 */
record PendingListeners(Scenario scenario, int agents) {
  private static final String CHANNEL = "#listeners";
  private static final Duration IDLE = Duration.ofSeconds(5);

  Result measure(Target target, Options options) {
    target.needsOpenFiles(agents);
    try (var sockets = new Sockets(target.address(), options.loops())) {
      var speaker = BenchAgent.connect(sockets).identify("speaker").create(CHANNEL);
      var tally = new Tally();
      var waits = waits(sockets, tally);
      var idle = MeasuredWindow.begin(target);
      MeasuredWindow.sleep(options.seconds() == 0 ? Duration.ZERO : IDLE);
      var silence = idle.end(agents);
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(options.warmup());
      while (System.nanoTime() < end) say(speaker, waits, tally);
      tally.clearLatencies();
      int messages = Math.max(1, options.seconds() * options.rounds() * 4);
      var open = MeasuredWindow.begin(target);
      for (int i = 0; i < messages; i++) say(speaker, waits, tally);
      var window = open.end((long) messages * agents);
      tally.requireNoFailure();
      var result = Result.of(scenario, target, window, "waits answered").latency(tally.roundTrip);
      var cpu = silence.serverCpu();
      double idleMillis = cpu == null ? -1 : cpu.total() * 1000 / silence.wallSeconds();
      return result.more(
          Map.of(
              "waits that one message answers",
              (double) agents,
              "server CPU ms per second while nothing happens",
              idleMillis));
    }
  }

  private List<PendingListener> waits(Sockets sockets, Tally tally) {
    var waits = new ArrayList<PendingListener>();
    var connected =
        Crowd.of(
            agents,
            i ->
                BenchAgent.connect(sockets)
                    .identifyConfirming("listener-" + i, Identity.generate()));
    for (var agent : connected) {
      agent.join(CHANNEL);
      var wait = new PendingListener(agent.connection(), CHANNEL, tally);
      agent.connection().listener(wait);
      waits.add(wait);
    }
    return waits;
  }

  /** Says one message and returns when all have it and wait no longer. */
  private void say(BenchAgent speaker, List<PendingListener> waits, Tally tally) {
    var answered = new CountDownLatch(waits.size());
    for (var wait : waits) wait.begin(answered);
    // A wait has no answer that says that it has begun.
    MeasuredWindow.sleep(Duration.ofMillis(50));
    long stored = speaker.sayAndWait(CHANNEL, "hello");
    try {
      if (!answered.await(30, TimeUnit.SECONDS)) {
        tally.requireNoFailure();
        throw new BenchException(answered.getCount() + " waits were not answered");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchException("interrupted", e);
    }
    for (var wait : waits) tally.roundTrip.record(Math.max(0, wait.answeredAt() - stored));
  }
}

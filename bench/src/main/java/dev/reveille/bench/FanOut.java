package dev.reveille.bench;

import java.time.Duration;
import java.util.Map;

/** Measures a few senders and many receivers in one channel. Deliveries count where they arrive. */
record FanOut(Scenario scenario, int senders, int receivers) {
  private static final String CHANNEL = "#fan-out";
  private static final Duration DRAIN = Duration.ofSeconds(30);

  Result measure(Target target, Options options) {
    target.needsOpenFiles(senders + receivers);
    var tally = new Tally();
    try (var sockets = new Sockets(target.address(), options.loops())) {
      var first = enter(target, sockets, 0);
      var others = Crowd.of(senders + receivers - 1, i -> enter(target, sockets, i + 1));
      for (var connection : others.subList(senders - 1, others.size())) {
        connection.listener(new Member(tally, senders));
      }
      var talkers =
          Crowd.of(
              senders, i -> talker(target, tally, options, i == 0 ? first : others.get(i - 1), i));
      talkers.forEach(Talker::start);
      var window = MeasuredWindow.median(target, options, tally, tally.deliveries::sum);
      drain(tally);
      double deliveries = tally.deliveries.sum();
      return Result.of(scenario, target, window, "deliveries")
          .latency(tally.echo)
          .more(
              Map.of(
                  "bytes per delivery", tally.deliveredBytes.sum() / deliveries,
                  "deliveries per read", deliveries / tally.reads.sum()));
    }
  }

  private static BenchConnection enter(Target target, Sockets sockets, int number) {
    if (target.bare()) return sockets.connect((_, _, _) -> {}).join();
    var agent = BenchAgent.connect(sockets).identify("fan-" + number);
    if (number == 0) agent.create(CHANNEL);
    else agent.join(CHANNEL);
    return agent.connection();
  }

  private Talker talker(
      Target target, Tally tally, Options options, BenchConnection connection, int i) {
    // The bare server sends on what it gets, so it gets what ours would send.
    var before =
        target.bare()
            ? "{\"type\":\"MSG\",\"ts\":1700000000000,\"from\":\"@abcd0123\",\"from_name\":\"fan-"
                + i
                + "\",\"to\":\"#fan-out\",\"content\":\""
            : "{\"type\":\"MSG\",\"to\":\"#fan-out\",\"content\":\"";
    var after =
        target.bare()
            ? "\",\"msg_id\":\"1700000000000-abc123\",\"verified\":false,\"seq\":100000}"
            : "\"}";
    var template = new Tag.Template(before, i, options.contentLength(), after);
    var talker = new Talker(tally, senders, connection, i, template, options.inFlight());
    connection.listener(talker);
    return talker;
  }

  /** Fails if a message that was sent does not arrive at every member. */
  private void drain(Tally tally) {
    tally.stop();
    long until = System.nanoTime() + DRAIN.toNanos();
    while (missing(tally) != 0 && System.nanoTime() < until && tally.failure().isEmpty()) {
      MeasuredWindow.sleep(Duration.ofMillis(50));
    }
    tally
        .failure()
        .ifPresent(
            reason -> {
              throw new BenchException(reason);
            });
    if (missing(tally) != 0) throw new BenchException(missing(tally) + " deliveries are missing");
  }

  private long missing(Tally tally) {
    return tally.sent.sum() * (senders + receivers) - tally.deliveries.sum();
  }
}

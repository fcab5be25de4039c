package dev.reveille.bench;

import dev.reveille.protocol.Identity;
import java.util.Map;

/**
 * Two agents with keys in direct messages: one asks, the other answers. A round trip is two stored
 * messages.
 */
final class RoundTrip {
  private static final int ASKER = 0;
  private static final int ANSWERER = 1;

  private RoundTrip() {}

  static Result measure(Scenario scenario, Target target, Options options) {
    var tally = new Tally();
    try (var sockets = new Sockets(target.address(), options.loops())) {
      var asker = Agent.connect(sockets).identify("asker", Identity.generate());
      var answerer = Agent.connect(sockets).identify("answerer", Identity.generate());
      var ask = new Asker(tally, asker.connection(), template(answerer.id(), ASKER, options));
      var answer =
          new Answerer(tally, answerer.connection(), template(asker.id(), ANSWERER, options));
      asker.connection().listener(ask);
      answerer.connection().listener(answer);
      asker.connection().run(ask::ask);
      var window = Window.median(target, options, tally, tally.accepted::sum);
      tally.stop();
      tally.requireNoFailure();
      var own = tally.echo;
      return Result.of(scenario, target, window, "round trips")
          .latency(tally.roundTrip)
          .more(
              Map.of(
                  "own echo p50 ms", own.quantile(0.5) / 1e6,
                  "own echo p99 ms", own.quantile(0.99) / 1e6));
    }
  }

  private static Tag.Template template(String to, int self, Options options) {
    var before = "{\"type\":\"MSG\",\"to\":\"" + to + "\",\"content\":\"";
    return new Tag.Template(before, self, options.contentLength(), "\"}");
  }

  private static final class Asker extends Member {
    private final Connection connection;
    private final Tag.Template template;
    private long number;
    private long askedAt;

    Asker(Tally tally, Connection connection, Tag.Template template) {
      super(tally, 2);
      this.connection = connection;
      this.template = template;
    }

    void ask() {
      if (!tally.running()) return;
      askedAt = System.nanoTime();
      connection.send(template.number(++number));
    }

    @Override
    protected void delivered(int sender, long number) {
      long passed = System.nanoTime() - askedAt;
      if (sender == ASKER) {
        tally.echo.record(passed);
        return;
      }
      tally.roundTrip.record(passed);
      tally.accepted.increment();
      ask();
    }
  }

  private static final class Answerer extends Member {
    private final Connection connection;
    private final Tag.Template template;

    Answerer(Tally tally, Connection connection, Tag.Template template) {
      super(tally, 2);
      this.connection = connection;
      this.template = template;
    }

    @Override
    protected void delivered(int sender, long number) {
      if (sender == ASKER) connection.send(template.number(number));
    }
  }
}

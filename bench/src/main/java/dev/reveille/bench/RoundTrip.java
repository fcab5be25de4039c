package dev.reveille.bench;

import dev.reveille.protocol.Identity;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Measures two agents with keys that exchange direct messages: one asks, the other answers. A round
 * trip is two stored messages.
 */
final class RoundTrip {
  private static final int ASKER = 0;
  private static final int ANSWERER = 1;

  private RoundTrip() {}

  static Result measure(Scenario scenario, Target target, Options options) {
    var tally = new Tally();
    try (var sockets = new Sockets(target.address(), options.loops())) {
      var asker =
          enter(
              tally,
              BenchAgent.connect(sockets).identify("asker", Identity.generate()),
              BenchAgent.connect(sockets).identify("answerer", Identity.generate()),
              options,
              null);
      asker.start();
      var window = MeasuredWindow.median(target, options, tally, tally.accepted::sum);
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

  /**
   * Lets the second agent answer the first one's questions.
   *
   * @param answered called for each answer; without it the next question follows at once
   */
  static Asker enter(
      Tally tally, BenchAgent from, BenchAgent to, Options options, @Nullable Runnable answered) {
    var asker = new Asker(tally, from.connection(), template(to.id(), ASKER, options), answered);
    from.connection().listener(asker);
    to.connection()
        .listener(new Answerer(tally, to.connection(), template(from.id(), ANSWERER, options)));
    return asker;
  }

  private static Tag.Template template(String to, int self, Options options) {
    var before = "{\"type\":\"MSG\",\"to\":\"" + to + "\",\"content\":\"";
    return new Tag.Template(before, self, options.contentLength(), "\"}");
  }

  /** The agent that asks. */
  static final class Asker extends Member {
    private final BenchConnection connection;
    private final Tag.Template template;
    private final @Nullable Runnable answered;
    private long number;
    private long askedAt;

    private Asker(
        Tally tally,
        BenchConnection connection,
        Tag.Template template,
        @Nullable Runnable answered) {
      super(tally, 2);
      this.connection = connection;
      this.template = template;
      this.answered = answered;
    }

    /** Sends one question. */
    void start() {
      connection.run(this::ask);
    }

    private void ask() {
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
      if (answered == null) ask();
      else answered.run();
    }
  }

  private static final class Answerer extends Member {
    private final BenchConnection connection;
    private final Tag.Template template;

    Answerer(Tally tally, BenchConnection connection, Tag.Template template) {
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

package dev.reveille.bench;

import dev.reveille.protocol.Identity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Measures a server's first minute from outside. Every figure is of a server that was just started:
 * single direct messages there and back, equal bursts one after the other, many connections that
 * send nothing. Agents of the first and last part have keys.
 *
 * @param dmSeconds how long direct messages go there and back
 * @param burst messages in each of the bursts
 * @param connections agents that send nothing
 * @param rest how long memory is watched after they connected
 */
record FirstMinute(int dmSeconds, int burst, int connections, Duration rest) {
  private static final Duration PACE = Duration.ofMillis(50);
  private static final int BURSTS = 4;
  private static final int ROOMS = 10;
  private static final int PER_ROOM = 5;
  private static final int ANSWER_SECONDS = 60;

  static FirstMinute standard() {
    return new FirstMinute(20, 25_000, 5_000, Duration.ofSeconds(30));
  }

  /** Warms up the generator itself, whose compilation would count as the server's time. */
  static FirstMinute warmUp() {
    return new FirstMinute(10, 10_000, 500, Duration.ZERO);
  }

  /** The parts. Each runs on a fresh server. */
  interface Part {
    Map<String, Double> measure(Target target, Options options);
  }

  /**
   * Returns the parts to measure.
   *
   * @throws BenchException if the options name an unknown part
   */
  List<Part> parts(Options options) {
    var all = new LinkedHashMap<String, Part>();
    all.put("dm", this::lonelyMessages);
    all.put("bursts", this::bursts);
    all.put("idle", this::idle);
    var only = options.part().orElse("");
    if (only.isEmpty()) return List.copyOf(all.values());
    var part = all.get(only);
    if (part == null) throw new BenchException("--part must be one of " + all.keySet());
    return List.of(part);
  }

  /** Sends one question every 50 ms, so that each message finds an idle server. */
  Map<String, Double> lonelyMessages(Target target, Options options) {
    var tally = new Tally();
    var answered = new Semaphore(0);
    try (var sockets = new Sockets(target.address(), options.loops())) {
      var asker =
          RoundTrip.enter(
              tally,
              BenchAgent.connect(sockets).identify("asker", Identity.generate()),
              BenchAgent.connect(sockets).identify("answerer", Identity.generate()),
              options,
              answered::release);
      var window = MeasuredWindow.begin(target);
      long began = System.nanoTime();
      long end = began + Duration.ofSeconds(dmSeconds).toNanos();
      for (long next = began; next - end < 0; next += PACE.toNanos()) {
        sleepUntil(next);
        asker.start();
        if (!acquire(answered)) throw new BenchException("a question was not answered");
        tally.requireNoFailure();
      }
      tally.stop();
      var figures = new LinkedHashMap<String, Double>();
      figures.put("DM there and back, p50 ms", tally.roundTrip.quantile(0.5) / 1e6);
      figures.put("DM there and back, p90 ms", tally.roundTrip.quantile(0.9) / 1e6);
      figures.put("DM there and back, p99 ms", tally.roundTrip.quantile(0.99) / 1e6);
      figures.put("CPU s of these " + dmSeconds + " s", cpu(window.end(tally.accepted.sum())));
      return figures;
    }
  }

  /** Sends the same number of messages several times; the first time includes compilation. */
  Map<String, Double> bursts(Target target, Options options) {
    var tally = new Tally();
    var figures = new LinkedHashMap<String, Double>();
    try (var sockets = new Sockets(target.address(), options.loops())) {
      var volleys = volleys(sockets, tally, options);
      for (int i = 1; i <= BURSTS; i++) {
        var done = new CountDownLatch(volleys.size());
        var window = MeasuredWindow.begin(target);
        volleys.forEach(v -> v.fire(burst / (ROOMS * PER_ROOM), done));
        await(done, tally);
        figures.put("burst " + i + ", CPU s", cpu(window.end(burst)));
        MeasuredWindow.sleep(Duration.ofSeconds(1));
      }
      tally.stop();
    }
    return figures;
  }

  private static List<Volley> volleys(Sockets sockets, Tally tally, Options options) {
    var volleys = new ArrayList<Volley>();
    int senders = ROOMS * PER_ROOM;
    for (int i = 0; i < senders; i++) {
      var channel = "#room-" + i % ROOMS;
      var agent = BenchAgent.connect(sockets).identify("sender-" + i);
      if (i < ROOMS) agent.create(channel);
      else agent.join(channel);
      var before = "{\"type\":\"MSG\",\"to\":\"" + channel + "\",\"content\":\"";
      var template = new Tag.Template(before, i, options.contentLength(), "\"}");
      var volley = new Volley(tally, senders, agent.connection(), i, template);
      agent.connection().listener(volley);
      volleys.add(volley);
    }
    return volleys;
  }

  /** Measures memory when all are connected, and after a rest. */
  Map<String, Double> idle(Target target, Options options) {
    target.needsOpenFiles(connections);
    var figures = new LinkedHashMap<String, Double>();
    figures.put("RSS MB, empty", megabytes(target));
    var identities = Crowd.of(connections, _ -> Identity.generate());
    try (var sockets = new Sockets(target.address(), options.loops())) {
      var window = MeasuredWindow.begin(target);
      var all =
          Crowd.of(
              connections,
              i -> BenchAgent.connect(sockets).identify("idle-" + i, identities.get(i)));
      figures.put("CPU s of " + all.size() + " connecting", cpu(window.end(all.size())));
      figures.put("RSS MB, all connected", megabytes(target));
      MeasuredWindow.sleep(rest.dividedBy(3));
      figures.put("RSS MB, " + rest.dividedBy(3).toSeconds() + " s later", megabytes(target));
      MeasuredWindow.sleep(rest.dividedBy(3).multipliedBy(2));
      figures.put("RSS MB, " + rest.toSeconds() + " s later", megabytes(target));
    }
    return figures;
  }

  private static double cpu(MeasuredWindow window) {
    var spent = window.serverCpu();
    return spent == null ? Double.NaN : spent.total();
  }

  private static double megabytes(Target target) {
    var rss = target.meter().rssBytes();
    return rss.isPresent() ? rss.getAsLong() / 1e6 : Double.NaN;
  }

  private static void sleepUntil(long nanos) {
    long left = nanos - System.nanoTime();
    if (left > 0) MeasuredWindow.sleep(Duration.ofNanos(left));
  }

  private static boolean acquire(Semaphore answered) {
    try {
      return answered.tryAcquire(ANSWER_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchException("interrupted", e);
    }
  }

  private static void await(CountDownLatch done, Tally tally) {
    try {
      for (int i = 0; i < ANSWER_SECONDS * 20; i++) {
        tally.requireNoFailure();
        if (done.await(50, TimeUnit.MILLISECONDS)) return;
      }
      throw new BenchException("a burst did not end in " + ANSWER_SECONDS + " s");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchException("interrupted", e);
    }
  }
}

package dev.reveille.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * Sends chat at a steady pace, whatever the server does. Each message has its planned moment, and
 * its latency counts from that moment even if the generator was late. So a stall of the server
 * shows in every message of the stall, not in one.
 */
final class Metronome implements AutoCloseable {
  /** A message whose own echo came back. */
  record Beat(long at, long nanos) {}

  private static final int RING = 1 << 14;

  private final List<Player> players = new ArrayList<>();
  private final Queue<Beat> beats = new ConcurrentLinkedQueue<>();
  private final Tally tally;
  private final long interval;
  private final Thread thread;

  /**
   * Starts at once.
   *
   * @param agents two to a room
   * @param perSecond messages of all together
   */
  Metronome(List<BenchAgent> agents, Tally tally, int perSecond, Options options) {
    this.tally = tally;
    interval = 1_000_000_000L / perSecond;
    for (int i = 0; i < agents.size(); i++) {
      var before = "{\"type\":\"MSG\",\"to\":\"" + room(i) + "\",\"content\":\"";
      var template = new Tag.Template(before, i, options.contentLength(), "\"}");
      var player = new Player(agents.size(), agents.get(i).connection(), i, template);
      agents.get(i).connection().listener(player);
      players.add(player);
    }
    thread = Thread.ofPlatform().name("metronome").daemon().start(this::run);
  }

  /** Two agents to a room; the first of a room creates it. */
  static List<BenchAgent> enter(Sockets sockets, int count) {
    var agents = new ArrayList<BenchAgent>();
    for (int i = 0; i < count; i++) {
      var agent = BenchAgent.connect(sockets).identify("chat-" + i);
      if (i % 2 == 0) agent.create(room(i));
      else agent.join(room(i));
      agents.add(agent);
    }
    return agents;
  }

  private static String room(int agent) {
    return "#room-" + agent / 2;
  }

  /**
   * Returns the latencies of all messages whose moment was between these, in {@link
   * System#nanoTime}.
   */
  void between(long from, long to, Histogram into) {
    for (var beat : beats) {
      if (beat.at() - from >= 0 && beat.at() - to < 0) into.record(beat.nanos());
    }
  }

  private void run() {
    long next = System.nanoTime();
    for (int i = 0; tally.running(); i++) {
      while (System.nanoTime() - next < 0) LockSupport.parkNanos(next - System.nanoTime());
      players.get(i % players.size()).send(next);
      next += interval;
    }
  }

  @Override
  public void close() {
    tally.stop();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private final class Player extends Member {
    private final BenchConnection connection;
    private final int self;
    private final Tag.Template template;

    /** Written before the message leaves, read when it is back. */
    private final long[] at = new long[RING];

    /** Owned by the metronome's thread. */
    private long sent;

    private Player(int senders, BenchConnection connection, int self, Tag.Template template) {
      super(Metronome.this.tally, senders);
      this.connection = connection;
      this.self = self;
      this.template = template;
    }

    private void send(long moment) {
      sent++;
      at[(int) (sent % RING)] = moment;
      tally.sent.increment();
      connection.send(template.number(sent));
    }

    @Override
    protected void delivered(int sender, long number) {
      if (sender != self) return;
      long moment = at[(int) (number % RING)];
      tally.accepted.increment();
      beats.add(new Beat(moment, System.nanoTime() - moment));
    }
  }
}

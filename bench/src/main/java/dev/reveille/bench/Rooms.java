package dev.reveille.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Measures how many messages are accepted from many senders in small rooms. */
record Rooms(int rooms, int perRoom, int inFlight) {
  private static final Duration DRAIN = Duration.ofSeconds(60);

  static Rooms standard(int inFlight) {
    return new Rooms(100, 5, inFlight);
  }

  Result measure(Scenario scenario, Target target, Options options) {
    var tally = new Tally();
    try (var sockets = new Sockets(target.address(), options.loops())) {
      enter(target, sockets, tally, options).forEach(Talker::start);
      var window = MeasuredWindow.median(target, options, tally, tally.accepted::sum);
      drain(tally);
      return Result.of(scenario, target, window, "accepted messages").latency(tally.echo);
    }
  }

  /** Connects all senders and joins them to their rooms. The first of a room creates it. */
  List<Talker> enter(Target target, Sockets sockets, Tally tally, Options options) {
    target.needsOpenFiles(rooms * perRoom);
    var founders = Crowd.of(rooms, room -> agent(sockets, room).create(channel(room)));
    var others =
        Crowd.of(
            rooms * (perRoom - 1),
            i -> {
              var agent = agent(sockets, rooms + i);
              agent.join(channel(i % rooms));
              return agent;
            });
    return talkers(founders, others, tally, options);
  }

  /** As {@link #enter}, if the rooms exist from an earlier run of the server. */
  List<Talker> enterAgain(Sockets sockets, Tally tally, Options options) {
    var all =
        Crowd.of(
            rooms * perRoom,
            i -> {
              var agent = agent(sockets, i);
              agent.joinFromNow(channel(i % rooms));
              return agent;
            });
    return talkers(all, List.of(), tally, options);
  }

  private List<Talker> talkers(
      List<BenchAgent> some, List<BenchAgent> others, Tally tally, Options options) {
    var agents = new ArrayList<>(some);
    agents.addAll(others);
    var talkers = new ArrayList<Talker>();
    for (int i = 0; i < agents.size(); i++) {
      var before = "{\"type\":\"MSG\",\"to\":\"" + channel(i % rooms) + "\",\"content\":\"";
      var template = new Tag.Template(before, i, options.contentLength(), "\"}");
      var connection = agents.get(i).connection();
      var talker = new Talker(tally, agents.size(), connection, i, template, inFlight);
      connection.listener(talker);
      talkers.add(talker);
    }
    return talkers;
  }

  /** Fails if a message that was sent does not reach all members of its room. */
  void drain(Tally tally) {
    tally.stop();
    long until = System.nanoTime() + DRAIN.toNanos();
    while (missing(tally) != 0 && System.nanoTime() < until) {
      tally.requireNoFailure();
      MeasuredWindow.sleep(Duration.ofMillis(50));
    }
    if (missing(tally) != 0) throw new BenchException(missing(tally) + " deliveries are missing");
  }

  private long missing(Tally tally) {
    return tally.sent.sum() * perRoom - tally.deliveries.sum();
  }

  /** The number of messages in the rooms, and the sum of their last seqs. */
  record Stored(long messages, long lastSeqs) {}

  Stored stored(Sockets sockets) {
    var agent = agent(sockets, rooms * perRoom);
    long messages = 0;
    long lastSeqs = 0;
    for (int room = 0; room < rooms; room++) {
      var joined = agent.joinFromNow(channel(room));
      long last = joined.number("last_seq");
      messages += last == 0 ? 0 : last - joined.number("first_seq") + 1;
      lastSeqs += last;
    }
    agent.connection().close();
    return new Stored(messages, lastSeqs);
  }

  private static BenchAgent agent(Sockets sockets, int number) {
    return BenchAgent.connect(sockets).identify("talker-" + number);
  }

  private static String channel(int room) {
    return "#room-" + room;
  }
}

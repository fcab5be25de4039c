package dev.reveille.bench;

import dev.reveille.protocol.Identity;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Measures whole tasks: an agent creates one for its neighbour, who is told, claims it and
 * completes it, and the first is told that. In turns with it, and with as much under way, the same
 * agents send each other direct messages, and as many clients send messages in small rooms.
 *
 * @param inFlight open tasks, or unanswered messages, of each client
 */
record WholeTasks(int clients, int inFlight) {
  static final String RATIO = "tasks per direct message, by CPU";
  private static final String ROOM_RATIO = "tasks per room message, by CPU";
  private static final int PER_ROOM = 4;

  /** The seconds of load before each window but the first. */
  private static final int LEAD = 2;

  /** Measures the three in turns, so that none of them meets a server that is less warmed up. */
  Result measure(Scenario scenario, Target target, Options options) {
    target.needsOpenFiles(3 * clients);
    try (var sockets = new Sockets(target.address(), options.loops())) {
      var agents =
          Crowd.of(
              clients,
              i ->
                  BenchAgent.connect(sockets).identifyForTasks("worker-" + i, Identity.generate()));
      var tally = new Tally();
      var tasks = new ArrayList<MeasuredWindow>();
      var direct = new ArrayList<MeasuredWindow>();
      var rooms = new ArrayList<MeasuredWindow>();
      for (int round = 0; round <= options.rounds(); round++) {
        int lead = round == 0 ? options.warmup() : LEAD;
        tally = new Tally();
        tasks.add(tasks(agents, tally, target, options, lead));
        direct.add(directMessages(agents, target, options, lead));
        rooms.add(rooms(target, options, lead, round == 0));
      }
      var result =
          Result.of(scenario, target, middleWarm(tasks), "whole tasks").latency(tally.roundTrip);
      return result.more(
          ratios(
              result,
              Result.of(scenario, target, middleWarm(direct), "messages"),
              Result.of(scenario, target, middleWarm(rooms), "messages")));
    }
  }

  /** The first window is that of the warm-up. */
  private static MeasuredWindow middleWarm(List<MeasuredWindow> windows) {
    return MeasuredWindow.middle(windows.subList(1, windows.size()));
  }

  private static Map<String, Double> ratios(Result tasks, Result direct, Result rooms) {
    var more = new LinkedHashMap<String, Double>();
    var each = tasks.perCpuSecond();
    var dm = direct.perCpuSecond();
    var room = rooms.perCpuSecond();
    if (each == null || dm == null || room == null) return more;
    more.put("direct messages per CPU-second", dm);
    more.put("room messages per CPU-second", room);
    more.put(RATIO, each / dm);
    more.put(ROOM_RATIO, each / room);
    return more;
  }

  private MeasuredWindow tasks(
      List<BenchAgent> agents, Tally tally, Target target, Options options, int lead) {
    for (int i = 0; i < clients; i++) {
      var connection = agents.get(i).connection();
      var worker = new TaskWorker(tally, connection, neighbour(agents, i));
      connection.listener(worker);
      worker.start(inFlight);
    }
    var window = MeasuredWindow.after(lead, target, options, tally, tally.accepted::sum);
    TaskWorker.drain(tally);
    return window;
  }

  private static String neighbour(List<BenchAgent> agents, int i) {
    return agents.get((i + 1) % agents.size()).id();
  }

  private MeasuredWindow directMessages(
      List<BenchAgent> agents, Target target, Options options, int lead) {
    var tally = new Tally();
    var talkers = new ArrayList<Talker>();
    for (int i = 0; i < clients; i++) {
      var before = "{\"type\":\"MSG\",\"to\":\"" + neighbour(agents, i) + "\",\"content\":\"";
      var template = new Tag.Template(before, i, options.contentLength(), "\"}");
      var connection = agents.get(i).connection();
      var talker = new Talker(tally, clients, connection, i, template, inFlight);
      connection.listener(talker);
      talkers.add(talker);
    }
    talkers.forEach(Talker::start);
    var window = MeasuredWindow.after(lead, target, options, tally, tally.accepted::sum);
    tally.stop();
    tally.requireNoFailure();
    return window;
  }

  private MeasuredWindow rooms(Target target, Options options, int lead, boolean isFirst) {
    var rooms = new Rooms(clients / PER_ROOM, PER_ROOM, inFlight);
    var tally = new Tally();
    try (var sockets = new Sockets(target.address(), options.loops())) {
      var talkers =
          isFirst
              ? rooms.enter(target, sockets, tally, options)
              : rooms.enterAgain(sockets, tally, options);
      talkers.forEach(Talker::start);
      var window = MeasuredWindow.after(lead, target, options, tally, tally.accepted::sum);
      rooms.drain(tally);
      return window;
    }
  }
}

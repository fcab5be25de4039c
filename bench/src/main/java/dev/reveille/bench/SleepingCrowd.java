package dev.reveille.bench;

import dev.reveille.protocol.Marker.Sleep.Mode;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.chat.Gate;
import dev.reveille.server.kernel.ParkingTimerQueue;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.kernel.SystemClock;
import dev.reveille.server.sleep.Sleepers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * What sleepers and the messages that wait for them cost in memory. The server's own gate and timer
 * queue, in this process; the sessions are ids without sockets.
 */
record SleepingCrowd(Scenario scenario, int sleepers, int messages) {
  private static final Duration NIGHT = Duration.ofHours(1);
  private static final String CHANNEL = "#general";
  private static final String CALLBACK = "@@cb-fire@@" + "x".repeat(64);

  Result measure() {
    var target = Target.inProcess();
    try (var timers = new ParkingTimerQueue(new SystemClock(), Duration.ofSeconds(1))) {
      var agents = new String[sleepers];
      var ids = new SessionId[sleepers];
      for (int i = 0; i < sleepers; i++) {
        agents[i] = "@agent-" + i;
        ids[i] = new SessionId("bench", i);
      }
      var consumed = new AtomicLongArray(sleepers);
      var gate = new Sleepers(messages, timers);
      // Once all that is measured below, so that classes and tables are there.
      fallAsleep(gate, agents, ids, consumed);
      leave(gate, ids);
      long before = target.liveHeap();
      var open = Window.begin(target);
      fallAsleep(gate, agents, ids, consumed);
      long asleep = target.liveHeap();
      for (int seq = 1; seq <= messages; seq++) {
        var message = message(CHANNEL, "said in a channel", seq);
        for (var id : ids) hold(gate, id, message);
      }
      var window = open.end((long) sleepers * messages);
      long buffered = target.liveHeap();
      check(gate);
      long mail = withMail(gate, agents, ids, consumed, target) - asleep;
      long callbacks = withCallbacks(gate, agents, ids, consumed, target) - asleep;
      leave(gate, ids);
      return Result.of(scenario, target, window, "buffered messages")
          .heap(buffered - before)
          .more(
              Map.of(
                  "bytes per sleeper", (double) (asleep - before) / sleepers,
                  "bytes per channel message", (double) (buffered - asleep) / window.count(),
                  "bytes per direct message", (double) mail / window.count(),
                  "bytes per callback of 64 characters", (double) callbacks / window.count(),
                  "MB in all", (buffered - before) / 1e6));
    }
  }

  /** Everybody sleeps anew, and direct messages wait in place of the channel's. */
  private long withMail(
      Sleepers gate, String[] agents, SessionId[] ids, AtomicLongArray consumed, Target target) {
    leave(gate, ids);
    fallAsleep(gate, agents, ids, consumed);
    for (int i = 0; i < sleepers; i++) {
      for (int seq = 1; seq <= messages; seq++) {
        hold(gate, ids[i], message(agents[i], "said to one", seq));
      }
    }
    check(gate);
    return target.liveHeap();
  }

  /** The same with callbacks that fired, which the store does not have. */
  private long withCallbacks(
      Sleepers gate, String[] agents, SessionId[] ids, AtomicLongArray consumed, Target target) {
    leave(gate, ids);
    fallAsleep(gate, agents, ids, consumed);
    for (int i = 0; i < sleepers; i++) {
      for (int n = 0; n < messages; n++) {
        hold(gate, ids[i], message(agents[i], CALLBACK.concat(Integer.toString(n)), 0));
      }
    }
    check(gate);
    return target.liveHeap();
  }

  private static void fallAsleep(
      Gate gate, String[] agents, SessionId[] ids, AtomicLongArray consumed) {
    for (int i = 0; i < ids.length; i++) {
      int number = i;
      gate.close(
          ids[i],
          new Gate.Sleep(agents[i], 1, Mode.BUFFER, 0),
          NIGHT,
          seq -> consumed.set(number, seq));
    }
  }

  private static void leave(Gate gate, SessionId[] ids) {
    for (var id : ids) gate.forget(id);
  }

  private static void hold(Gate gate, SessionId id, ServerMessage.Msg message) {
    if (gate.passes(id, message, List.of(), null)) throw new BenchException("it did not wait");
  }

  private static ServerMessage.Msg message(String to, String content, long seq) {
    return new ServerMessage.Msg(1, "@author", "author", to, content, seq, null, null, "");
  }

  private void check(Sleepers gate) {
    for (var sight : gate.look()) {
      if (sight.buffered() != messages) throw new BenchException("messages are missing");
    }
    if (gate.size() != sleepers) throw new BenchException("sleepers are missing");
  }
}

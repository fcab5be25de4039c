package dev.reveille.bench;

import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.Marker.Sleep.Mode;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.kernel.ParkingTimerQueue;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.kernel.SystemClock;
import dev.reveille.server.sleep.SleepGate;
import dev.reveille.server.sleep.Sleepers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Measures the memory of sleepers and of the messages that wait for them. It uses the server's gate
 * and timer queue in this process; the sessions are ids without sockets.
 */
final class SleepingCrowd {
  private static final Duration NIGHT = Duration.ofHours(1);
  private static final String CHANNEL = "#general";
  private static final String FIRE = "@@cb-fire@@";
  private static final int PAYLOAD = 64;

  /** The message with this number for this agent. */
  private interface Saying {
    ServerMessage.Msg to(String agent, int number);
  }

  /** The memory of the sleepers and of what waits for them. */
  private record Bytes(long asleep, long held) {
    private long all() {
      return asleep + held;
    }
  }

  private final Scenario scenario;
  private final int messages;
  private final Target target = Target.inProcess();
  private final String[] agents;
  private final SessionId[] ids;
  private final AtomicLongArray consumed;

  /** The number of agents, and of messages for each. */
  SleepingCrowd(Scenario scenario, int sleepers, int messages) {
    this.scenario = scenario;
    this.messages = messages;
    agents = new String[sleepers];
    ids = new SessionId[sleepers];
    consumed = new AtomicLongArray(sleepers);
    for (int i = 0; i < sleepers; i++) {
      agents[i] = "@agent-" + i;
      ids[i] = new SessionId("bench", i);
    }
  }

  Result measure() {
    var said = new ServerMessage.Msg[messages];
    for (int i = 0; i < messages; i++) said[i] = message(CHANNEL, "said in a channel", i + 1L);
    var _ = night((_, n) -> said[n]); // for the classes
    var open = MeasuredWindow.begin(target);
    var channel = night((_, n) -> said[n]);
    var window = open.end((long) ids.length * messages);
    var mail = night((agent, n) -> message(agent, "said to one", n + 1L));
    var callbacks = night(SleepingCrowd::callback);
    return Result.of(scenario, target, window, "buffered messages")
        .heap(channel.all())
        .more(
            Map.of(
                "bytes per sleeper", (double) channel.asleep / ids.length,
                "bytes per channel message", (double) channel.held / window.count(),
                "bytes per direct message", (double) mail.held / window.count(),
                "bytes per callback of 64 characters", (double) callbacks.held / window.count(),
                "MB in all", channel.all() / 1e6));
  }

  /** Makes a gate, whose tables are counted, and lets all agents sleep there and get messages. */
  private Bytes night(Saying saying) {
    long before = target.liveHeap();
    try (var timers = new ParkingTimerQueue(new SystemClock(), Duration.ofSeconds(1))) {
      var gate = new Sleepers(messages, timers);
      for (int i = 0; i < ids.length; i++) {
        int number = i;
        var sleep = new SleepGate.Sleep(agents[i], 1, Mode.BUFFER, 0);
        gate.close(
            ids[i],
            sleep,
            NIGHT,
            new SleepGate.Mailbox() {
              @Override
              public void passOver(long seq) {
                consumed.set(number, seq);
              }

              @Override
              public void leaveBehind(long seq) {
                consumed.set(number, seq);
              }
            });
      }
      long asleep = target.liveHeap();
      for (int i = 0; i < ids.length; i++) {
        for (int n = 0; n < messages; n++) {
          var message = saying.to(agents[i], n);
          if (gate.passes(ids[i], message, List.of(), null)) {
            throw new BenchException("a message did not wait");
          }
        }
      }
      long held = target.liveHeap();
      check(gate);
      return new Bytes(asleep - before, held - asleep);
    }
  }

  private static ServerMessage.Msg message(String to, String content, long seq) {
    return new ServerMessage.Msg(1, "@author", "author", to, content, seq, null, null, "");
  }

  private static ServerMessage.Msg callback(String agent, int number) {
    var extras = new JsonText(96).field("cb_id", "cb_1700000000000_" + number);
    var fields = extras.field("cb_origin", agent).fields();
    var text = FIRE + "x".repeat(PAYLOAD);
    return new ServerMessage.Msg(1, "@server", "server", agent, text, 0, null, null, fields);
  }

  /** Also keeps the gate alive until it is measured. */
  private void check(Sleepers gate) {
    var sights = gate.look();
    if (sights.size() != ids.length
        || sights.stream().anyMatch(s -> s.waiting().all() != messages)) {
      throw new BenchException("sleepers or messages are missing");
    }
  }
}

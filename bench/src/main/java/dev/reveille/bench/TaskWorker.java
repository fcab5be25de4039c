package dev.reveille.bench;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * A client that gives tasks to its neighbour and does those that it gets. Owned by its connection's
 * event loop.
 */
final class TaskWorker implements BenchConnection.Listener {
  private static final Duration DRAIN = Duration.ofSeconds(60);

  private final Tally tally;
  private final BenchConnection connection;
  private final byte[] create;
  private final Map<String, Long> begun = new HashMap<>();

  TaskWorker(Tally tally, BenchConnection connection, String neighbour) {
    this.tally = tally;
    this.connection = connection;
    create =
        utf8(
            "{\"type\":\"TASK_CREATE\",\"to\":\""
                + neighbour
                + "\",\"title\":\"Look at the build\",\"input\":[{\"text\":\""
                + "x".repeat(64)
                + "\"}]}");
  }

  /** Begins with so many tasks. */
  void start(int tasks) {
    connection.run(
        () -> {
          for (int i = 0; i < tasks; i++) create();
        });
  }

  private void create() {
    tally.sent.increment();
    connection.send(create);
  }

  @Override
  public void text(ByteBuf bytes, int offset, int length) {
    var reply = ServerReply.of(bytes, offset, length);
    var id = reply.text("task_id");
    switch (reply.type()) {
      case "TASK" -> answered(reply, id);
      case "TASK_EVENT" -> happened(reply.text("event"), id);
      case "ERROR" -> tally.fail("the server answered " + reply.json());
      default -> {}
    }
  }

  private void answered(ServerReply reply, String id) {
    if (!reply.json().contains("\"ok\":true")) {
      tally.fail("refused: " + reply.json());
      return;
    }
    switch (reply.text("request")) {
      case "TASK_CREATE" -> begun.put(id, System.nanoTime());
      case "TASK_CLAIM" -> move("TASK_COMPLETE", id, ",\"message\":[{\"text\":\"done\"}]");
      default -> {}
    }
  }

  private void happened(String event, String id) {
    switch (event) {
      case "created" -> move("TASK_CLAIM", id, "");
      case "completed" -> {
        tally.accepted.increment();
        var from = begun.remove(id);
        if (from != null) tally.roundTrip.record(System.nanoTime() - from);
        if (tally.running()) create();
      }
      default -> {}
    }
  }

  private void move(String type, String id, String more) {
    connection.send(utf8("{\"type\":\"" + type + "\",\"task_id\":\"" + id + "\"" + more + "}"));
  }

  private static byte[] utf8(String json) {
    return json.getBytes(StandardCharsets.UTF_8);
  }

  /** Lets the open tasks end, so that nothing of them is left for what is measured next. */
  static void drain(Tally tally) {
    tally.stop();
    long until = System.nanoTime() + DRAIN.toNanos();
    while (open(tally) != 0 && System.nanoTime() < until) {
      tally.requireNoFailure();
      MeasuredWindow.sleep(Duration.ofMillis(50));
    }
    if (open(tally) != 0) throw new BenchException(open(tally) + " tasks did not end");
  }

  private static long open(Tally tally) {
    return tally.sent.sum() - tally.accepted.sum();
  }

  @Override
  public void closed(String reason) {
    if (tally.running()) tally.fail("a connection ended: " + reason);
  }
}

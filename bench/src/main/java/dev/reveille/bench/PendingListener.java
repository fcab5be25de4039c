package dev.reveille.bench;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** An agent that waits with PENDING, confirms what it gets, and waits again when it is told to. */
final class PendingListener implements BenchConnection.Listener {
  private final BenchConnection connection;
  private final byte[] ask;
  private final Tally tally;
  private volatile @Nullable CountDownLatch answered;
  private volatile long answeredAt;

  PendingListener(BenchConnection connection, String channel, Tally tally) {
    this.connection = connection;
    this.tally = tally;
    ask =
        utf8(
            "{\"type\":\"PENDING\",\"limit\":20,\"wait_ms\":60000,\"channels\":[\""
                + channel
                + "\"]}");
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Begins to wait. */
  void begin(CountDownLatch latch) {
    answered = latch;
    connection.run(() -> connection.send(ask));
  }

  /** Returns when the last answer came, by {@link System#nanoTime}. */
  long answeredAt() {
    return answeredAt;
  }

  @Override
  public void text(ByteBuf bytes, int offset, int length) {
    long now = System.nanoTime();
    var reply = ServerReply.of(bytes, offset, length);
    switch (reply.type()) {
      case "PENDING" -> {
        answeredAt = now;
        connection.send(utf8("{\"type\":\"READ\",\"cursor\":\"" + reply.text("cursor") + "\"}"));
      }
      case "READ" -> {
        var latch = answered;
        if (latch != null) latch.countDown();
      }
      case "ERROR" -> tally.fail("the server answered " + reply.json());
      default -> {}
    }
  }

  @Override
  public void closed(String reason) {
    tally.fail("a listener was disconnected: " + reason);
  }
}

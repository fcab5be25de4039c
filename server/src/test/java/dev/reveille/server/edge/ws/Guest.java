package dev.reveille.server.edge.ws;

import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.session.Door;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The chat's side of one test connection: keeps what came in. */
final class Guest implements TextReceiver {
  final Door.Visitor visitor;
  final BlockingQueue<String> messages = new LinkedBlockingQueue<>();
  final AtomicInteger closings = new AtomicInteger();
  private final CountDownLatch closed = new CountDownLatch(1);

  Guest(Door.Visitor visitor) {
    this.visitor = visitor;
  }

  SessionId session() {
    return visitor.session();
  }

  @Override
  public void message(String text) {
    if (text.equals("!throw")) throw new IllegalStateException("asked to");
    messages.add(text);
  }

  @Override
  public void closed() {
    closings.incrementAndGet();
    closed.countDown();
  }

  String nextMessage() throws InterruptedException {
    var next = messages.poll(20, TimeUnit.SECONDS);
    if (next == null) throw new AssertionError("No message came");
    return next;
  }

  void awaitClosed() throws InterruptedException {
    if (!closed.await(20, TimeUnit.SECONDS)) throw new AssertionError("Not closed");
  }
}

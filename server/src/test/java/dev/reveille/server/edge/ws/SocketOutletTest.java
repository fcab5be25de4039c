package dev.reveille.server.edge.ws;

import dev.reveille.server.delivery.OutletContract;
import dev.reveille.server.delivery.Outlets;
import dev.reveille.server.kernel.SessionId;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;

/** A reader at the other end of a real socket. {@link SlowReaderTest} shows the limit. */
class SocketOutletTest extends OutletContract {
  private final TestServer server = TestServer.start();
  private final RawClient client = server.connect();
  private final SessionId session = server.guest().session();
  private boolean closed;

  SocketOutletTest() throws InterruptedException {}

  @AfterEach
  void stop() {
    client.close();
    server.close();
  }

  @Override
  protected Outlets outlets() {
    return server.server.wire();
  }

  @Override
  protected SessionId ada() {
    return session;
  }

  /** Reads what is expected, and then what was sent before the answer to a ping. */
  @Override
  protected void readAll(int expected) {
    while (read.size() < expected && !closed) take(client.read());
    server.server.turn();
    client.frame(0x80 | Opcode.PING);
    for (var next = client.read(); next.opcode() != Opcode.PONG; next = client.read()) {
      take(next);
      if (closed) return;
    }
  }

  private void take(RawClient.Received frame) {
    if (frame.opcode() == Opcode.TEXT) read.add(frame.text());
    closed |= frame.opcode() == Opcode.CLOSE || frame.isEnd();
  }

  @Override
  protected boolean isClosed() {
    return closed;
  }

  @Override
  protected void await(BooleanSupplier condition) {
    TestServer.until(condition);
  }
}

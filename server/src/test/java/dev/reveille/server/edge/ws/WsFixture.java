package dev.reveille.server.edge.ws;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

/** A test with a server of its own and clients that are closed after it. */
abstract class WsFixture {
  private final List<AutoCloseable> open = new ArrayList<>();

  /** One connection seen from both ends. */
  record Pair(RawClient client, Guest guest) {}

  TestServer started(WsOptions options) {
    var server = new TestServer(options);
    open.add(server);
    return server;
  }

  Pair pair(TestServer server) throws InterruptedException {
    var client = server.connect();
    open.add(client);
    return new Pair(client, server.guest());
  }

  <T extends AutoCloseable> T closing(T client) {
    open.add(client);
    return client;
  }

  @AfterEach
  void closeAll() throws Exception {
    for (var each : open.reversed()) each.close();
  }
}

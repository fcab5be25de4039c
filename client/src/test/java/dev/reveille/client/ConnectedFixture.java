package dev.reveille.client;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A client called ada that is connected to a server that the test plays by hand. */
abstract class ConnectedFixture {
  final Peer peer;

  @SuppressWarnings("NullAway.Init")
  ReveilleClient client;

  @SuppressWarnings("NullAway.Init")
  Peer.Line line;

  ConnectedFixture() throws IOException {
    peer = new Peer();
  }

  /** Adds what the test needs to the client. */
  abstract ClientBuilder with(ClientBuilder builder);

  @BeforeEach
  void connect() throws Exception {
    var builder = with(ReveilleClient.builder().uri(peer.uri()).name("ada"));
    var connecting = CompletableFuture.supplyAsync(builder::connect);
    line = peer.welcome("@ada");
    client = connecting.get(10, TimeUnit.SECONDS);
  }

  @AfterEach
  void close() throws IOException {
    client.close();
    peer.close();
  }
}

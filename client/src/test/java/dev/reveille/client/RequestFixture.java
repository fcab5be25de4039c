package dev.reveille.client;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;

/** A client and a server that the test plays by hand. */
abstract class RequestFixture {
  final Peer peer;

  final List<ReveilleClient> open = new ArrayList<>();

  RequestFixture() throws IOException {
    peer = new Peer();
  }

  @AfterEach
  void closeAll() throws IOException {
    open.forEach(ReveilleClient::close);
    peer.close();
  }

  ClientBuilder builder() {
    return ReveilleClient.builder().uri(peer.uri()).name("ada");
  }

  CompletableFuture<ReveilleClient> connecting(ClientBuilder builder) {
    return async(
        () -> {
          var client = builder.connect();
          open.add(client);
          return client;
        });
  }

  static <T> CompletableFuture<T> async(Supplier<T> work) {
    var future = new CompletableFuture<T>();
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                future.complete(work.get());
              } catch (RuntimeException e) {
                future.completeExceptionally(e);
              }
            });
    return future;
  }

  static CompletableFuture<Boolean> run(Runnable work) {
    return async(
        () -> {
          work.run();
          return true;
        });
  }

  static <T> T result(CompletableFuture<T> future) throws Exception {
    return future.get(10, TimeUnit.SECONDS);
  }

  ReveilleClient connect(LineHolder holder) throws Exception {
    var connecting = connecting(builder());
    holder.line = peer.welcome("@ada");
    return result(connecting);
  }

  /** The peer's end of the connection under test. */
  static final class LineHolder {
    private Peer.@org.jspecify.annotations.Nullable Line line;

    Peer.Line line() {
      if (line == null) throw new AssertionError("not connected");
      return line;
    }
  }

  static String take(LinkedBlockingQueue<Incoming> heard) throws InterruptedException {
    var incoming = heard.poll(5, TimeUnit.SECONDS);
    if (incoming == null) throw new AssertionError("nothing was heard");
    return incoming.message().content();
  }
}

package dev.reveille.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.client.ClientTime;
import dev.reveille.client.ReveilleClient;
import dev.reveille.protocol.Identity;
import dev.reveille.protocol.ServerMessage;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The Java client over the deaths of its server: who uses it does not notice them. */
class MendingClientTest {
  private static final int KILLS = 4;

  private final Path data;

  MendingClientTest(@TempDir Path folder) {
    data = folder.resolve("data");
  }

  @Test
  void kills_are_bridged_without_a_message_lost_doubled_or_out_of_order() throws Exception {
    var random = Seed.random("mending client");
    var heard = new ConcurrentLinkedQueue<ServerMessage.Msg>();
    var sent = new ArrayList<String>();
    var stop = new AtomicBoolean();
    var server = ServerProcess.start(data, ServerProcess.NO_LIMITS);
    int port = server.port();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      try (var talker = client(server.uri(), "talker");
          var listener = client(server.uri(), "listener")) {
        listener.join("#agents", 0L);
        var hearing = threads.submit(() -> hear(listener, heard, stop));
        var sending =
            threads.submit(
                () -> {
                  for (int i = 0; !stop.get(); i++) {
                    var text = "line " + i;
                    assertThat(talker.send("#agents", text).echo()).isPresent();
                    sent.add(text);
                  }
                });
        for (int kill = 0; kill < KILLS; kill++) {
          Thread.sleep(200 + random.nextInt(400));
          server.kill();
          server = ServerProcess.start(data, port, ServerProcess.NO_LIMITS);
          awaitReconnects(talker, kill + 1);
          awaitReconnects(listener, kill + 1);
        }
        // The last word is heard by all, so everything before it was.
        stop.set(true);
        sending.get(60, TimeUnit.SECONDS);
        talker.send("#agents", "the end");
        sent.add("the end");
        hearing.get(60, TimeUnit.SECONDS);
      }
      assertThat(heard.stream().map(ServerMessage.Msg::content)).containsExactlyElementsOf(sent);
      assertThat(stored(server.uri())).containsExactlyElementsOf(sent);
      System.out.println("mending client: " + sent.size() + " messages over " + KILLS + " kills");
    } finally {
      stop.set(true);
      server.close();
    }
  }

  private static void hear(
      ReveilleClient listener, ConcurrentLinkedQueue<ServerMessage.Msg> heard, AtomicBoolean stop) {
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(5);
    while (System.nanoTime() < end) {
      var next = listener.next(Duration.ofMillis(200));
      if (next.isEmpty()) continue;
      var message = next.get().message();
      if (!message.to().equals("#agents") || message.from().equals("@server")) continue;
      heard.add(message);
      if (stop.get() && message.content().equals("the end")) return;
    }
  }

  private static void awaitReconnects(ReveilleClient client, int count)
      throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (client.reconnects() < count) {
      assertThat(System.nanoTime()).as("connected again").isLessThan(end);
      Thread.sleep(10);
    }
  }

  private static List<String> stored(URI uri) {
    try (var reader = WireAgent.guest(uri, "reader")) {
      return reader.history("#agents", 0).stream()
          .filter(m -> !m.path("from").asString().equals("@server"))
          .map((JsonNode m) -> m.path("content").asString())
          .toList();
    }
  }

  private static ReveilleClient client(URI uri, String name) {
    return ReveilleClient.builder()
        .uri(uri)
        .name(name)
        .identity(Identity.generate())
        .requestTimeout(Duration.ofSeconds(60))
        .time(impatient())
        .connect();
  }

  /** The back-off grows to a minute when losses follow each other; nobody waits for that here. */
  private static ClientTime impatient() {
    var system = ClientTime.system();
    return new ClientTime() {
      @Override
      public long millis() {
        return system.millis();
      }

      @Override
      public void sleep(long millis) throws InterruptedException {
        system.sleep(Math.min(millis, 100));
      }

      @Override
      public void await(Condition signal, long atMostMillis) throws InterruptedException {
        system.await(signal, atMostMillis);
      }
    };
  }
}

package dev.reveille.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.Identity;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Many who never read cost little, and those who read nothing at all. */
class SlowReadersTest {
  private static final int SLOW = 200;
  private static final int FAST = 3;

  /* 200 times what is said would be 8 GB. */
  private static final int MESSAGES = 640;
  private static final String CONTENT = "x".repeat(64 << 10);
  private static final int HEAP_MIB = 256;

  /* Heap, code, threads, and the frames that wait outside the heap: shared, not one copy each. */
  private static final int MOST_MIB = HEAP_MIB + 350;

  private final Path folder;

  SlowReadersTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @Test
  void two_hundred_that_never_read_neither_fill_the_memory_nor_delay_the_others() throws Exception {
    var settings = new java.util.HashMap<>(ServerProcess.NO_LIMITS);
    settings.putAll(Map.of("CHANNELS", "#general", "ANNOUNCE_MAX_MEMBERS", "0"));
    var slow = new ArrayList<RawSocket>();
    try (var server =
        ServerProcess.start(folder.resolve("data"), settings, "-Xmx" + HEAP_MIB + "m")) {
      for (int i = 0; i < SLOW; i++) slow.add(sleeper(server, i));
      var before = server.memory();
      var readers = new ArrayList<Reader>();
      for (int i = 0; i < FAST; i++) readers.add(new Reader(server, i));
      try (var sender = WireAgent.keyed(server.uri(), "sender", Identity.generate())) {
        long from = System.nanoTime();
        for (int i = 0; i < MESSAGES; i++) {
          var echo = sender.say("#general", i + " " + CONTENT, "k" + i);
          assertThat(echo.path("type").asString()).isEqualTo("MSG");
        }
        for (var reader : readers) reader.awaitAll();
        var after = server.memory();
        System.out.printf(
            "%d readers asleep, %d MiB said in %d ms: %d MiB before, at most %d MiB%n",
            SLOW,
            (MESSAGES * CONTENT.length()) >> 20,
            TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - from),
            before.residentMiB(),
            after.peakMiB());
        assertThat(after.peakMiB()).isLessThan(MOST_MIB);
      }
      assertThat(closedSlow(server)).isEqualTo(SLOW);
      assertThat(server.errors()).isEmpty();
      assertThat(server.err()).doesNotContain("OutOfMemory");
    } finally {
      for (var socket : slow) socket.close();
    }
  }

  private static RawSocket sleeper(ServerProcess server, int i) throws IOException {
    var socket = new RawSocket(server.uri().getHost(), server.port());
    socket.send("{\"type\":\"IDENTIFY\",\"name\":\"slow" + i + "\"}");
    socket.awaitText("\"WELCOME\"");
    return socket;
  }

  private static long closedSlow(ServerProcess server) {
    var metric =
        Pattern.compile("(?m)^reveille_connections_slow_total ([0-9.E]+)$")
            .matcher(server.get("/metrics").body());
    assertThat(metric.find()).isTrue();
    return (long) Double.parseDouble(metric.group(1));
  }

  /** Reads everything and checks that nothing is missing or out of order. */
  private static final class Reader {
    private final CountDownLatch all = new CountDownLatch(MESSAGES);
    private final AtomicLong next = new AtomicLong();
    private final List<String> faults = new ArrayList<>();

    Reader(ServerProcess server, int i) {
      var _ = WireAgent.keyed(server.uri(), "fast" + i, Identity.generate(), this::hear);
    }

    private synchronized void hear(JsonNode message) {
      if (message.path("type").asString().equals("OVER")) faults.add("closed: " + message);
      if (!message.path("from_name").asString("").equals("sender")) return;
      var content = message.path("content").asString();
      if (!content.equals(next.getAndIncrement() + " " + CONTENT)) {
        faults.add("not the next: " + content.substring(0, 10));
      }
      all.countDown();
    }

    void awaitAll() throws InterruptedException {
      boolean complete = all.await(60, TimeUnit.SECONDS);
      synchronized (this) {
        assertThat(faults).isEmpty();
      }
      assertThat(complete).as("everything came; %d missing", all.getCount()).isTrue();
    }
  }
}

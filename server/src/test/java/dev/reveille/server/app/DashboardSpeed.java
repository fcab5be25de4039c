package dev.reveille.server.app;

import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.Committer.Submission;
import dev.reveille.server.kernel.Failures;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.kernel.Write;
import dev.reveille.server.store.AppendEntry;
import dev.reveille.server.store.DataFolder;
import dev.reveille.server.store.JdbcStore;
import dev.reveille.server.store.StoredEntry;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Measures what looking costs, over real sockets: {@code main [entries] [streams] [messages]}. A
 * timeline over so many stored entries, then so many streams that follow so many new messages.
 */
public final class DashboardSpeed {
  private DashboardSpeed() {}

  public static void main(String[] args)
      throws IOException, InterruptedException, ExecutionException {
    int entries = args.length > 0 ? Integer.parseInt(args[0]) : 300_000;
    int streams = args.length > 1 ? Integer.parseInt(args[1]) : 100;
    int messages = args.length > 2 ? Integer.parseInt(args[2]) : 3_000;
    var folder = Files.createTempDirectory("dashboard-speed");
    fill(folder, entries);
    try (var server = ServerFixture.start(folder, "HOST", "127.0.0.1")) {
      timelines(server);
      follow(server, streams, messages);
    }
  }

  private static void fill(Path folder, int entries) throws InterruptedException {
    long start = System.currentTimeMillis() - 100L * entries;
    int each = 500;
    var left = new CountDownLatch(entries / each);
    try (var data = DataFolder.open(folder, Instant.now());
        var store = JdbcStore.open(data, Features.TABLES, new Failures())) {
      store.listener(settled -> settled.forEach(_ -> left.countDown()));
      for (int i = 0; i < entries / each; i++) {
        var writes = new ArrayList<Write>();
        for (int j = 1; j <= each; j++) {
          long seq = (long) i * each + j;
          writes.add(
              new AppendEntry(
                  new StoredEntry(
                      "#old",
                      seq,
                      start + seq * 100,
                      "m" + seq,
                      "@ann",
                      "ann",
                      false,
                      "x".repeat(100),
                      null,
                      "")));
        }
        var unit = Unit.bestEffort(writes, List.of());
        store.submit(new Submission(new CellId("test", "a"), 1, unit));
      }
      left.await();
    }
  }

  private static void timelines(Server server) throws IOException {
    var web = Web.of(server);
    long oldest = web.get("/api/timeline?buckets=1").json().path("from").asLong(0);
    for (int round = 0; round < 10; round++) {
      // Another one each time, so that none is remembered.
      var target = "/api/timeline?buckets=240&from=" + (oldest + round);
      long cpu = cpu();
      long start = System.nanoTime();
      web.get(target);
      if (round > 4) System.out.printf("timeline: %s%n", took(start, cpu));
    }
  }

  private static void follow(Server server, int streams, int messages)
      throws IOException, InterruptedException, ExecutionException {
    var last = "the last one";
    try (var threads = Executors.newVirtualThreadPerTaskExecutor();
        var ann = TestAgent.join(server, "ann")) {
      for (int round = 0; round < 3; round++) {
        var text = last + " " + round;
        var ready = new CountDownLatch(streams);
        var all = new ArrayList<Future<Boolean>>();
        for (int i = 0; i < streams; i++) all.add(threads.submit(() -> reads(server, ready, text)));
        ready.await();
        long cpu = cpu();
        long start = System.nanoTime();
        for (int i = 0; i < messages; i++) ann.say("#general", "y".repeat(200));
        ann.say("#general", text);
        for (var each : all) each.get();
        System.out.printf("%d streams, %d messages: %s%n", streams, messages, took(start, cpu));
      }
    }
  }

  /** Bytes only: the reader must cost little beside what is measured. */
  private static boolean reads(Server server, CountDownLatch ready, String last)
      throws IOException {
    try (var stream = Web.of(server).follow("/api/stream")) {
      stream.await("hello");
      ready.countDown();
      return stream.skipTo(last);
    }
  }

  private static String took(long start, long cpu) {
    return "%d ms, %d ms of processor"
        .formatted(
            TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start),
            TimeUnit.NANOSECONDS.toMillis(cpu() - cpu));
  }

  private static long cpu() {
    return ManagementFactory.getOperatingSystemMXBean()
            instanceof com.sun.management.OperatingSystemMXBean system
        ? system.getProcessCpuTime()
        : 0;
  }
}

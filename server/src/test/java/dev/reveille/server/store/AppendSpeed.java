package dev.reveille.server.store;

import dev.reveille.server.app.Features;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.Committer.Submission;
import dev.reveille.server.kernel.Failures;
import dev.reveille.server.kernel.Unit;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Measures durable appends of 300-byte messages: {@code main [folder] [messages] [rising]}. Rising
 * message ids show what scattered ones cost.
 */
public final class AppendSpeed {
  private static final int CHANNELS = 100;

  private AppendSpeed() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    var folder = args.length > 0 ? Path.of(args[0]) : Files.createTempDirectory("append-speed");
    int count = args.length > 1 ? Integer.parseInt(args[1]) : 200_000;
    long opening = System.nanoTime();
    try (var data = DataFolder.open(folder, Instant.now());
        var store = JdbcStore.open(data, Features.TABLES, new Failures())) {
      System.out.printf("opened in %d ms%n", (System.nanoTime() - opening) / 1_000_000);
      var random = new SplittableRandom();
      Supplier<String> scattered =
          () -> Long.toHexString(random.nextLong()) + Long.toHexString(random.nextLong());
      Supplier<String> rising =
          () -> Long.toString(System.nanoTime(), 36) + Long.toString(random.nextLong(), 36);
      var run = new Run(store, args.length > 2 ? rising : scattered);
      run.messages(200, count, false);
      for (int inFlight : new int[] {1, 20, 200, 2000}) {
        run.messages(inFlight, inFlight == 1 ? count / 20 : count, true);
      }
    }
  }

  private static final class Run {
    private final JdbcStore store;
    private final Semaphore slots = new Semaphore(0);
    private final long[] seqs = new long[CHANNELS];
    private final String content = "x".repeat(300);
    private final AtomicInteger batches = new AtomicInteger();

    private final Supplier<String> msgIds;

    Run(JdbcStore store, Supplier<String> msgIds) {
      this.store = store;
      this.msgIds = msgIds;
      for (int i = 0; i < CHANNELS; i++) {
        seqs[i] = store.reads(EntryReads.class).head("#room" + i).lastSeq();
      }
      store.listener(
          settled -> {
            for (var one : settled) {
              if (one.refusal() != null) throw one.refusal();
            }
            batches.incrementAndGet();
            slots.release(settled.size());
          });
    }

    void messages(int inFlight, int count, boolean print) throws InterruptedException {
      slots.release(inFlight);
      batches.set(0);
      long cpu = cpu();
      long start = System.nanoTime();
      for (int i = 0; i < count; i++) {
        slots.acquire();
        int room = i % CHANNELS;
        var message =
            new StoredEntry(
                "#room" + room,
                ++seqs[room],
                1_700_000_000_000L + i,
                msgIds.get(),
                "@0123456789abcdef",
                "sender",
                false,
                content,
                null,
                "");
        store.submit(
            new Submission(
                new CellId("channel", "#room" + room),
                1,
                Unit.required(List.of(new AppendEntry(message)), List.of(), List.of())));
      }
      slots.acquire(inFlight);
      double seconds = (System.nanoTime() - start) / 1e9;
      double cpuMicros = (cpu() - cpu) / 1e3 / count;
      if (print) {
        System.out.printf(
            "%5d in flight: %,8.0f messages/s, %.1f per transaction, CPU %.1f us each%n",
            inFlight, count / seconds, (double) count / batches.get(), cpuMicros);
      }
    }

    private static long cpu() {
      return ((com.sun.management.OperatingSystemMXBean)
              ManagementFactory.getOperatingSystemMXBean())
          .getProcessCpuTime();
    }
  }
}

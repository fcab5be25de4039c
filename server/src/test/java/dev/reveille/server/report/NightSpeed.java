package dev.reveille.server.report;

import dev.reveille.server.app.Features;
import dev.reveille.server.decision.SaveDecision;
import dev.reveille.server.decision.StoredDecision;
import dev.reveille.server.decision.WakeAction;
import dev.reveille.server.decision.WakeProof;
import dev.reveille.server.decision.WakeReads;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.Committer.Submission;
import dev.reveille.server.kernel.Failures;
import dev.reveille.server.kernel.SystemClock;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.kernel.Write;
import dev.reveille.server.store.DataFolder;
import dev.reveille.server.store.JdbcStore;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Measures the report of a night: {@code main [decisions] [seats]}. */
public final class NightSpeed {
  private static final String INPUTS = "now=0 trigger=PULSE ".repeat(12);

  private NightSpeed() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    int decisions = args.length > 0 ? Integer.parseInt(args[0]) : 100_000;
    int seats = args.length > 1 ? Integer.parseInt(args[1]) : 100;
    long since = System.currentTimeMillis() - 43_200_000;
    var folder = Files.createTempDirectory("night-speed");
    try (var data = DataFolder.open(folder, Instant.now());
        var store = JdbcStore.open(data, Features.TABLES, new Failures())) {
      fill(store, decisions, seats, since);
      var night = new StoredNight(store, new SystemClock());
      for (int i = 0; i < 5; i++) {
        long begin = System.nanoTime();
        long cpu = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        var report =
            MorningReport.make(
                store.reads(WakeReads.class), night, since, System.currentTimeMillis());
        int length = ReportJson.of(report, night).length();
        System.out.printf(
            "report of %d decisions about %d seats: %d ms, processor of this thread %d ms, %d chars%n",
            decisions,
            report.seats().size(),
            (System.nanoTime() - begin) / 1_000_000,
            (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - cpu) / 1_000_000,
            length);
      }
    }
  }

  private static void fill(JdbcStore store, int decisions, int seats, long since)
      throws InterruptedException {
    int each = 500;
    var left = new CountDownLatch(decisions / each);
    store.listener(settled -> settled.forEach(_ -> left.countDown()));
    for (int i = 0; i < decisions / each; i++) {
      var writes = new ArrayList<Write>();
      for (int j = 0; j < each; j++) writes.add(decision(i * each + j, decisions, seats, since));
      var unit = Unit.bestEffort(writes, List.of());
      store.submit(new Submission(new CellId("fill", "x"), 1, unit));
    }
    left.await();
  }

  private static SaveDecision decision(int number, int decisions, int seats, long since) {
    long at = since + 43_000_000L * number / decisions;
    boolean yes = number % 20 == 0;
    return new SaveDecision(
        new StoredDecision(
            "@seat" + number % seats,
            number / seats + 1,
            at,
            at,
            1,
            yes ? WakeAction.NUDGE : WakeAction.NONE,
            yes ? "UNREAD" : "UNREAD,IN_TURN,TOO_SOON",
            INPUTS,
            yes ? WakeProof.STARTED : null,
            yes ? at + 9_000 : null));
  }
}

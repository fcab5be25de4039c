package dev.reveille.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** A measured time: how much was done in it, and what it cost. */
record MeasuredWindow(
    long count, double wallSeconds, @Nullable CpuTime serverCpu, @Nullable CpuTime ownCpu) {

  /** A running window; {@link #end} reads the clocks again. */
  static final class Open {
    private final ProcessMeter server;
    private final @Nullable CpuTime serverBefore;
    private final @Nullable CpuTime ownBefore;
    private final long from;

    private Open(ProcessMeter server) {
      this.server = server;
      serverBefore = server.cpuWithChildren().orElse(null);
      ownBefore = ProcessMeter.self().cpu().orElse(null);
      from = System.nanoTime();
    }

    MeasuredWindow end(long count) {
      double wall = (System.nanoTime() - from) / 1e9;
      var own = ProcessMeter.self().cpu().orElse(null);
      return new MeasuredWindow(
          count,
          wall,
          spent(serverBefore, server.cpuWithChildren().orElse(null)),
          spent(ownBefore, own));
    }

    private static @Nullable CpuTime spent(@Nullable CpuTime before, @Nullable CpuTime after) {
      return before == null || after == null ? null : after.minus(before);
    }
  }

  static Open begin(Target target) {
    return new Open(target.meter());
  }

  /** Warms up, then measures the given number of windows and returns the median one. */
  static MeasuredWindow median(Target target, Options options, Tally tally, LongSupplier counter) {
    pause(options.warmup(), tally);
    tally.clearLatencies();
    var windows = new ArrayList<MeasuredWindow>();
    for (int i = 0; i < options.rounds(); i++) {
      long before = counter.getAsLong();
      var open = begin(target);
      pause(options.seconds(), tally);
      windows.add(open.end(counter.getAsLong() - before));
    }
    return middle(windows);
  }

  /** Returns the window of median speed. */
  static MeasuredWindow middle(List<MeasuredWindow> windows) {
    var sorted = new ArrayList<>(windows);
    sorted.sort(Comparator.comparingDouble(MeasuredWindow::speed));
    return sorted.get(sorted.size() / 2);
  }

  /**
   * Measures one window.
   *
   * @param lead seconds of load before it
   */
  static MeasuredWindow after(
      int lead, Target target, Options options, Tally tally, LongSupplier counter) {
    pause(lead, tally);
    tally.clearLatencies();
    long before = counter.getAsLong();
    var open = begin(target);
    pause(options.seconds(), tally);
    return open.end(counter.getAsLong() - before);
  }

  private double speed() {
    double cost = serverCpu == null ? wallSeconds : serverCpu.total();
    return cost == 0 ? count : count / cost;
  }

  private static void pause(int seconds, Tally tally) {
    for (int i = 0; i < seconds * 10; i++) {
      sleep(Duration.ofMillis(100));
      tally.requireNoFailure();
    }
  }

  static void sleep(Duration time) {
    try {
      Thread.sleep(time);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchException("interrupted", e);
    }
  }
}

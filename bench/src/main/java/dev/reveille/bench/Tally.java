package dev.reveille.bench;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Counts what all members of a scenario received. Any thread may add. */
final class Tally {
  final LongAdder deliveries = new LongAdder();
  final LongAdder deliveredBytes = new LongAdder();

  /** Messages whose own echo came back. */
  final LongAdder accepted = new LongAdder();

  final LongAdder sent = new LongAdder();

  /** From sending to the own echo, in nanoseconds. */
  final Histogram echo = new Histogram();

  /** From asking to the answer, in nanoseconds. */
  final Histogram roundTrip = new Histogram();

  /** Counts the reads of a socket that brought deliveries; shows how well the server batches. */
  final LongAdder reads = new LongAdder();

  private final AtomicReference<@Nullable String> failure = new AtomicReference<>();
  private volatile boolean running = true;

  /** Drops the latencies recorded so far. */
  void clearLatencies() {
    echo.clear();
    roundTrip.clear();
  }

  /** Records a failure; only the first is kept. */
  void fail(String reason) {
    failure.compareAndSet(null, reason);
  }

  Optional<String> failure() {
    return Optional.ofNullable(failure.get());
  }

  /**
   * Fails if something went wrong in the scenario.
   *
   * @throws BenchException with what it was
   */
  void requireNoFailure() {
    var reason = failure.get();
    if (reason != null) throw new BenchException(reason);
  }

  boolean running() {
    return running;
  }

  /** Stops sending; answers are still counted. */
  void stop() {
    running = false;
  }
}

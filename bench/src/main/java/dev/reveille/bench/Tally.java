package dev.reveille.bench;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** What all members of a scenario saw together. Any thread may add. */
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

  /** How often a socket was read and brought deliveries: shows how well the server batches. */
  final LongAdder reads = new LongAdder();

  private final AtomicReference<@Nullable String> failure = new AtomicReference<>();
  private volatile boolean running = true;

  /** Latencies from now on only. */
  void clearLatencies() {
    echo.clear();
    roundTrip.clear();
  }

  /** Only the first is kept. */
  void fail(String reason) {
    failure.compareAndSet(null, reason);
  }

  Optional<String> failure() {
    return Optional.ofNullable(failure.get());
  }

  /**
   * Ends a scenario in which something went wrong.
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

  /** No new message is sent from now on; answers are still counted. */
  void stop() {
    running = false;
  }
}

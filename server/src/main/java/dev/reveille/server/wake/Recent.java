package dev.reveille.server.wake;

import dev.reveille.server.kernel.Clock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A value that is read again after a second. A pulse looks at many seats at once, and what is the
 * same for all of them is read once. A failure is not kept.
 */
final class Recent<T> {
  private static final long NANOS = 1_000_000_000L;

  /** A value and when it was read. */
  private record Kept<V>(V value, long nanos) {}

  private final Clock clock;
  private final Supplier<T> read;
  private volatile @Nullable Kept<T> kept;

  Recent(Clock clock, Supplier<T> read) {
    this.clock = clock;
    this.read = read;
  }

  T get() {
    long now = clock.nanos();
    var before = kept;
    if (before != null && now - before.nanos() < NANOS) return before.value();
    var value = read.get();
    kept = new Kept<>(value, now);
    return value;
  }

  /** Reads it anew the next time. */
  void forget() {
    kept = null;
  }
}

package dev.reveille.server.edge.ws;

import dev.reveille.server.kernel.Clock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** Time that passes only when a test says so. */
final class ManualClock implements Clock {
  private final AtomicLong nanos = new AtomicLong(1);

  void advance(Duration by) {
    nanos.addAndGet(by.toNanos());
  }

  @Override
  public long wallMillis() {
    return nanos.get() / 1_000_000;
  }

  @Override
  public long nanos() {
    return nanos.get();
  }
}

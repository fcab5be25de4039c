package dev.reveille.server.kernel;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that moves when a test says so; the wall can jump on its own. */
public final class ManualClock implements Clock {
  private final AtomicLong nanos = new AtomicLong(1_000_000_000L);
  private final AtomicLong wall = new AtomicLong(1_700_000_000_000L);

  @Override
  public long wallMillis() {
    return wall.get();
  }

  @Override
  public long nanos() {
    return nanos.get();
  }

  public void advance(Duration by) {
    nanos.addAndGet(by.toNanos());
    wall.addAndGet(by.toMillis());
  }

  /** The wall alone, forwards or back. */
  public void jumpWall(Duration by) {
    wall.addAndGet(by.toMillis());
  }
}

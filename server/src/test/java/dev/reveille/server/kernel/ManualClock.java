package dev.reveille.server.kernel;

import java.time.Duration;

/** A clock that moves when a test says so; the wall can jump on its own. */
public final class ManualClock implements Clock {
  private volatile long nanos = 1_000_000_000L;
  private volatile long wall = 1_700_000_000_000L;

  @Override
  public long wallMillis() {
    return wall;
  }

  @Override
  public long nanos() {
    return nanos;
  }

  public void advance(Duration by) {
    nanos += by.toNanos();
    wall += by.toMillis();
  }

  /** The wall alone, forwards or back. */
  public void jumpWall(Duration by) {
    wall += by.toMillis();
  }
}

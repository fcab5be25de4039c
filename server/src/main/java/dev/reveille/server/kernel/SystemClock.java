package dev.reveille.server.kernel;

/** The machine's clocks. */
public final class SystemClock implements Clock {
  @Override
  public long wallMillis() {
    return System.currentTimeMillis();
  }

  @Override
  public long nanos() {
    return System.nanoTime();
  }
}

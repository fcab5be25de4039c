package dev.reveille.server.edge.ws;

import java.util.concurrent.atomic.LongAdder;

/** The counters behind {@link Traffic}; any thread may add. */
final class Counters implements Traffic {
  final LongAdder open = new LongAdder();
  final LongAdder accepted = new LongAdder();
  final LongAdder refused = new LongAdder();
  final LongAdder closedSlow = new LongAdder();
  final LongAdder framesIn = new LongAdder();
  final LongAdder framesOut = new LongAdder();
  final LongAdder bytesIn = new LongAdder();
  final LongAdder bytesOut = new LongAdder();

  @Override
  public long open() {
    return open.sum();
  }

  @Override
  public long accepted() {
    return accepted.sum();
  }

  @Override
  public long refused() {
    return refused.sum();
  }

  @Override
  public long closedSlow() {
    return closedSlow.sum();
  }

  @Override
  public long framesIn() {
    return framesIn.sum();
  }

  @Override
  public long framesOut() {
    return framesOut.sum();
  }

  @Override
  public long bytesIn() {
    return bytesIn.sum();
  }

  @Override
  public long bytesOut() {
    return bytesOut.sum();
  }
}

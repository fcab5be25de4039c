package dev.reveille.server.kernel;

import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The stored timers of one kind that a cell owns. Guarded by the monitor of its timers. */
final class OwnedTimers {
  /** The key under which this list is found. */
  record Key(CellId owner, String kind) {}

  final WallTimers timers;
  final Key key;
  private @Nullable WallTimer first;

  private int size;

  /** The size, read without the monitor. */
  private volatile int count;

  OwnedTimers(WallTimers timers, Key key) {
    this.timers = timers;
    this.key = key;
  }

  int count() {
    return count;
  }

  void add(WallTimer timer) {
    count = ++size;
    timer.next = first;
    if (first != null) first.before = timer;
    first = timer;
  }

  void remove(WallTimer timer) {
    count = --size;
    if (timer.before == null) first = timer.next;
    else timer.before.next = timer.next;
    if (timer.next != null) timer.next.before = timer.before;
  }

  /** Returns the wall time of the next one that waits. */
  OptionalLong next(Clock clock) {
    var found = OptionalLong.empty();
    for (var timer = first; timer != null; timer = timer.next) {
      long at =
          switch (timer.state()) {
            case AWAITS_TIME -> timer.fireAt;
            case PUT_OFF -> clock.wallMillis() + (timer.fireAt - clock.nanos()) / 1_000_000;
            case DUE, AWAITS_RETRY, ENDED -> Long.MAX_VALUE;
          };
      if (at < found.orElse(Long.MAX_VALUE)) found = OptionalLong.of(at);
    }
    return found;
  }
}

package dev.reveille.server.kernel;

import java.util.List;
import java.util.Optional;

/** Reads stored timers. */
public interface TimerReads {
  /**
   * A stored timer without its payload.
   *
   * @param place rises with each timer that is set
   */
  record Row(TimerId timer, long at, long madeAt, boolean hasPayload, long place) {}

  /**
   * Returns the timers of all owners after a time and a place, at most {@code limit}. The earliest
   * comes first; timers of the same time come in the order in which they were set.
   */
  List<Row> timersAfter(long at, long place, int limit);

  /** Returns the timer as it was set; empty if there is none. */
  Optional<SetTimer> timer(TimerId timer);
}

package dev.reveille.server.seat;

import org.jspecify.annotations.Nullable;

/**
 * The use of a session by a time. Unknown is null, never 0.
 *
 * @param at when it was noted, in wall milliseconds
 * @param tokens read and written since the session began
 */
public record StoredUse(
    String identity, String session, long at, @Nullable Long tokens, @Nullable Long microDollars) {
  static final long SLOT_MILLIS = 300_000;

  /** Returns the use of a session now. */
  static StoredUse of(SeatSession session, long at) {
    var use = session.use();
    var in = use.inputTokens();
    var out = use.outputTokens();
    return new StoredUse(
        session.identity(),
        session.id(),
        at,
        in == null || out == null ? null : Long.valueOf(in + out),
        use.microDollars());
  }

  /** Returns the five minutes that it stands for. The last one of them is kept. */
  long slot() {
    return Math.floorDiv(at, SLOT_MILLIS);
  }
}

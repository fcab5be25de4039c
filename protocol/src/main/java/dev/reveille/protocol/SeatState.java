package dev.reveille.protocol;

import java.util.Locale;
import java.util.Optional;

/** The state of a seat. The last two are set by people or by the agent itself. */
public enum SeatState {
  /** No session was ever started. */
  NEVER_STARTED,
  /** A session was started and has not been heard of yet. */
  BOOTING,
  /** Its session works. */
  ACTIVE,
  /** Its session is alive and silent. */
  IDLE,
  /** Its session has ended; how, stands in the session. */
  ENDED,
  /** Its session declared itself full and wants a successor. */
  FULL,
  /** Its harness refuses work until a time. */
  RATE_LIMITED,
  /** Its harness cannot be seen. */
  LOST,
  /** An administrator set it aside: nothing is done to it. */
  BENCHED,
  /** It must not be brought back when its session ends. */
  OPTED_OUT;

  /** Returns the word on the wire. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns the state of a word; empty if there is none. */
  public static Optional<SeatState> of(String word) {
    for (var state : values()) {
      if (state.word().equals(word)) return Optional.of(state);
    }
    return Optional.empty();
  }
}

package dev.reveille.protocol;

import java.util.Locale;
import java.util.Optional;

/** The way in which a session of a seat ended. */
public enum SessionEnding {
  /** The agent said that it is done. */
  SUNSET,
  /** The agent, or its harness, said that its context is full. */
  FULL,
  /** Its process ended with exit code 0, and nobody had declared an end. */
  EXITED,
  /** Its process ended with another exit code. */
  CRASHED,
  /** It was started and never heard of. */
  NOT_BOOTED,
  /** Its harness could not start it. Nothing of it runs. */
  START_FAILED,
  /** Its start was given up before anything was tried, or before it got its first text. */
  CALLED_OFF,
  /** It could not be seen any more. */
  LOST,
  /** A person ended it, or its seat was removed. */
  STOPPED;

  /** Returns the word on the wire. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns the ending of a word; empty if there is none. */
  public static Optional<SessionEnding> of(String word) {
    for (var ending : values()) {
      if (ending.word().equals(word)) return Optional.of(ending);
    }
    return Optional.empty();
  }
}

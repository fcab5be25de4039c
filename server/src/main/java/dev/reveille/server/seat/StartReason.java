package dev.reveille.server.seat;

import java.util.Locale;

/** The reason for which a session is started. Text for people stands beside it as evidence. */
public enum StartReason {
  /** The seat has had no session. */
  FIRST,
  /** The session before declared its end. */
  SUNSET,
  /** The session before declared itself full. */
  FULL,
  /** The session before ended without a declared end, and there is work. */
  EXITED,
  /** A time at which the agent asked to be woken has come. */
  TIMER,
  /** The session before crashed. */
  CRASHED,
  /** The session before could not be started or cannot be seen any more. */
  LOST,
  /** A person asked for it. */
  ASKED;

  /** Returns the word that people and prompts see. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}

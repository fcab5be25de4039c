package dev.reveille.server.route;

import java.util.Locale;

/** The way that a route takes to its agent. */
public enum RouteTarget {
  /** The session that the agent has open; else the harness of its seat. */
  SEAT,
  /** Only a session that the agent has open. */
  SESSION,
  /** Only the harness of its seat. */
  HARNESS,
  /** An address that people set. It is called while a session of the seat is there. */
  WEBHOOK;

  /** Returns the word on the wire and in the store. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  static RouteTarget of(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }
}

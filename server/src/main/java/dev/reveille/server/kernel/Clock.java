package dev.reveille.server.kernel;

/** The only source of time. */
public interface Clock {
  /** Milliseconds since 1970. May jump in both directions; for people and for the wire. */
  long wallMillis();

  /** Nanoseconds from an arbitrary start. Never goes back; for every delay and limit. */
  long nanos();
}

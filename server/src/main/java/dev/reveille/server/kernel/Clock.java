package dev.reveille.server.kernel;

/** The only source of time. */
public interface Clock {
  /**
   * Returns the milliseconds since 1970. They may jump in both directions. Use them for people and
   * for the wire.
   */
  long wallMillis();

  /**
   * Returns the nanoseconds since an arbitrary start. They never go back. Use them for every delay
   * and limit.
   */
  long nanos();
}

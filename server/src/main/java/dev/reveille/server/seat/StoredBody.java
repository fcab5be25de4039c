package dev.reveille.server.seat;

/**
 * The body of an identity that has a seat: who holds its lease.
 *
 * @param kind {@code seat} while a session holds it, else {@code none}
 * @param holder the session; empty if none
 * @param epoch rises with each change of the holder
 */
public record StoredBody(String identity, String kind, String holder, long epoch) {
  static final String SEAT = "seat";
  static final String NONE = "none";
}

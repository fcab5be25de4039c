package dev.reveille.server.seat;

/** A change of one seat that an administrator ordered. */
public sealed interface SeatEdit {
  record Add(Seat seat) implements SeatEdit {}

  record Bench() implements SeatEdit {}

  /**
   * Takes a seat back from the bench, lets it be brought back, and starts it if nothing runs.
   *
   * @param override true if the gate does not count
   */
  record Resume(boolean override) implements SeatEdit {}

  record Remove() implements SeatEdit {}
}

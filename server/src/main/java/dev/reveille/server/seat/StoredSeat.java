package dev.reveille.server.seat;

/** A seat as the store has it: its definition and its state. */
public record StoredSeat(Seat seat, SeatProgress progress) {

  /** Returns the most wakes per day, after what the agent asked for. */
  public int dailyWakes() {
    return seat.dailyWakes(progress.wishes());
  }

  /** True if it is left alone at this moment. */
  public boolean isQuiet(long wallMillis) {
    return seat.isQuiet(progress.wishes(), wallMillis);
  }
}

package dev.reveille.server.seat;

import java.util.List;
import java.util.Optional;

/** Reads seats, their logs and who holds their bodies. */
public interface SeatReads {
  Optional<StoredSeat> seat(String identity);

  /** Returns seats after an identity, in the order of identities. */
  List<StoredSeat> seats(String after, int limit);

  /** Returns how many seats there are. */
  long count();

  /** Returns rows of a seat's log with a lower seq, newest first. */
  List<StoredSeatLog> log(String identity, long before, int limit);

  /** Returns the body of an identity; empty if it never had a seat. */
  Optional<StoredBody> body(String identity);
}

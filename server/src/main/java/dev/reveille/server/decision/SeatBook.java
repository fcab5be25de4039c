package dev.reveille.server.decision;

import java.util.List;
import java.util.Optional;

/** Reads the seats. Its methods may block, and throw if the store does not answer. */
public interface SeatBook {
  /** Returns the ids of all seats. */
  List<String> seats();

  /** Returns one seat; empty if there is none of this identity. */
  Optional<SeatLook> look(String identity, long wallMillis);
}

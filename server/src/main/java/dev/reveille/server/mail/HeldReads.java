package dev.reveille.server.mail;

import java.util.List;

/** Reads why an agent is not woken, so that a sender can see what its message waits for. */
public interface HeldReads {
  /**
   * Returns the names of what holds the agent's next wake back, as {@code reveille why} names them;
   * empty if nothing does, or if it has no seat.
   */
  List<String> held(String agent);
}

package dev.reveille.server.decision;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the ledger of decisions, the memory of wakes, and the gate. */
public interface WakeReads {
  /** Returns the memory of a seat's wakes; empty if there is none. */
  Optional<StoredWake> wake(String seat);

  /** Returns the seats with an action that is not settled. */
  List<String> inFlight();

  /** Returns the seats whose agents did not heed the last message to their open sessions. */
  List<String> unheard();

  /** Returns the newest decision about a seat. */
  Optional<StoredDecision> last(String seat);

  /** Returns the decision about a seat that was in force at that time. */
  Optional<StoredDecision> at(String seat, long wallMillis);

  /** Returns decisions about a seat with a greater number, oldest first, at most {@code limit}. */
  List<StoredDecision> after(String seat, long n, int limit);

  /**
   * Returns the decisions that were made last at this time or later, in the order of that time.
   *
   * @param after the last one of the page before; null for the first page
   */
  List<StoredDecision> since(long wallMillis, @Nullable StoredDecision after, int limit);

  /** Returns the wakes that were decided from a time to another, the newest first. */
  List<StoredDecision> sent(long from, long to, int limit);

  /** Returns the gate; {@link StoredGate#UNREADABLE} if it has no row or an unknown state. */
  StoredGate gate();
}

package dev.reveille.server.kernel;

/**
 * A change of a due timer that is not stored: a restart forgets it. It does nothing if the timer is
 * not due, for example because it was set again.
 */
public sealed interface TimerEffect extends DirectoryEffect {
  TimerId timer();

  /** Returns a small number, 0 to 127, that comes back with the next {@link TimerDue}. */
  int note();

  /** Lets a due timer wait. It counts as {@link StoredTimers.Phase#WAITING} until then. */
  record PutOff(TimerId timer, long millis, int note) implements TimerEffect {}

  /** Tries a due timer again after a wait that grows from one second to about a minute. */
  record Retry(TimerId timer, int note) implements TimerEffect {}
}

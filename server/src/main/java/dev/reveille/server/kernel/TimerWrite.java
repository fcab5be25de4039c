package dev.reveille.server.kernel;

/**
 * A change of a stored timer. It must be in a required unit. Any cell may return it, also one that
 * does not own the timer: the timer of an agent can end in the unit of a channel.
 */
public sealed interface TimerWrite extends Write permits SetTimer, RemoveTimer {
  TimerId timer();
}

package dev.reveille.server.sleep;

import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.SessionEffect;
import dev.reveille.server.kernel.SessionId;
import java.util.List;

/** What follows when an agent falls asleep or wakes. {@link SleepDelivery} carries it out. */
public sealed interface SleepEffect extends Effect {

  /**
   * The session falls asleep, or goes on sleeping under other terms.
   *
   * @param channels where it is a member
   */
  record FallAsleep(SessionId session, SleepGate.Sleep sleep, long nanos, List<String> channels)
      implements SleepEffect, SessionEffect {}

  /** Looks for messages of muted agents among those that wait for the session. */
  record Unhear(SessionId session) implements SleepEffect, SessionEffect {}

  /**
   * Takes these away from what waits for the session: they are of agents that it muted.
   *
   * @param number of the {@link Unhear} that found them
   */
  record Discard(SessionId session, long number, List<SleepGate.Held.Stored> places)
      implements SleepEffect, SessionEffect {
    public Discard {
      places = List.copyOf(places);
    }
  }

  /** The session is awake, and gets what waited for it. */
  record WakeUp(SessionId session, String agent, long sleep, boolean early, List<String> channels)
      implements SleepEffect, SessionEffect {}
}

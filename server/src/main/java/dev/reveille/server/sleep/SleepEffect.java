package dev.reveille.server.sleep;

import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.SessionEffect;
import dev.reveille.server.kernel.SessionId;
import java.util.List;

/** An effect of an agent that falls asleep or wakes. {@link SleepDelivery} carries it out. */
public sealed interface SleepEffect extends Effect {

  /**
   * The session falls asleep, or goes on sleeping with other terms.
   *
   * @param channels the channels in which it is a member
   */
  record FallAsleep(SessionId session, SleepGate.Sleep sleep, long nanos, List<String> channels)
      implements SleepEffect, SessionEffect {}

  /** Searches the entries held for the session for messages of muted agents. */
  record RemoveMuted(SessionId session) implements SleepEffect, SessionEffect {}

  /**
   * Removes these entries from those held for the session: they come from agents that it muted.
   *
   * @param number the number of the {@link Unhear} that found them
   */
  record Discard(SessionId session, long number, List<SleepGate.Held.Stored> places)
      implements SleepEffect, SessionEffect {
    public Discard {
      places = List.copyOf(places);
    }
  }

  /** The session is awake and gets the entries held for it. */
  record WakeUp(SessionId session, String agent, long sleep, boolean early, List<String> channels)
      implements SleepEffect, SessionEffect {}
}

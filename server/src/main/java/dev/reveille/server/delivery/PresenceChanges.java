package dev.reveille.server.delivery;

import dev.reveille.server.kernel.EffectPart;
import dev.reveille.server.kernel.Presence;
import dev.reveille.server.kernel.SessionId;
import java.util.List;

/**
 * Updates the directory of connected agents and side sessions: carries out {@link PresenceEffect}.
 */
public final class PresenceChanges {
  private final Presence presence;
  private final List<Departure> departures;

  /**
   * Starts with the agents in {@code presence}.
   *
   * @param departures in the order of their features
   */
  public PresenceChanges(Presence presence, List<Departure> departures) {
    this.presence = presence;
    this.departures = departures.reversed();
  }

  public List<EffectPart<?>> effects() {
    return List.of(
        new EffectPart<>(PresenceEffect.Came.class, e -> presence.put(e.agent())),
        new EffectPart<>(PresenceEffect.Went.class, this::went),
        new EffectPart<>(PresenceEffect.SideOpened.class, e -> presence.open(e.side())),
        new EffectPart<>(PresenceEffect.SideClosed.class, this::closed));
  }

  private void went(PresenceEffect.Went e) {
    presence.remove(e.agent(), e.session());
    forget(e.session());
  }

  private void closed(PresenceEffect.SideClosed e) {
    presence.close(e.agent(), e.session());
    forget(e.session());
  }

  private void forget(SessionId session) {
    for (var departure : departures) departure.part().accept(session);
  }
}

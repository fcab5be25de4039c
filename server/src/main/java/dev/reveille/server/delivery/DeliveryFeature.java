package dev.reveille.server.delivery;

import dev.reveille.server.kernel.Feature;
import dev.reveille.server.kernel.Presence;
import dev.reveille.server.observe.Meter;
import dev.reveille.server.store.Store;
import java.util.List;

/** The features of the way out: delivery itself, and who is present. */
public final class DeliveryFeature {
  private DeliveryFeature() {}

  /** Makes the feature that carries out the effects of delivery. */
  public static Feature make(Delivery delivery, Store store) {
    return Feature.named("delivery")
        .with(delivery.effects())
        .with(Repeats.lookup(store))
        .with(MessageFacet.of(store))
        .build();
  }

  /**
   * Makes the feature of presence.
   *
   * @param departures of all features; called when a session is gone
   */
  public static Feature presence(Presence presence, List<Departure> departures) {
    return Feature.named("presence")
        .with(new PresenceChanges(presence, departures).effects())
        .with(PresenceFacet.of(presence))
        .with(
            Meter.gauge("reveille.agents", "Agents connected", () -> presence.agents().size()),
            Meter.gauge("reveille.sessions.side", "Side sessions", presence::sides))
        .build();
  }
}

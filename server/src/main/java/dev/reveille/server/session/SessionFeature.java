package dev.reveille.server.session;

import dev.reveille.server.delivery.Outlets;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.Feature;
import dev.reveille.server.kernel.TimerQueue;
import dev.reveille.server.observe.Meter;

/** Sessions: connections, the handshake and the back-pressure. */
public final class SessionFeature {
  private SessionFeature() {}

  public static Feature make(Sessions door, Outlets outlets, TimerQueue timers, Clock clock) {
    var delivery = new SessionDelivery(door, outlets, timers, clock);
    return Feature.named("session")
        .with(delivery.effects())
        .with(delivery.departure())
        .with(SessionRequest.ALL)
        .with(
            Meter.gauge("reveille.sessions", "Sessions that the chat knows", door::sessions),
            Meter.gauge(
                "reveille.challenges", "Challenges that await their answer", door::challenges))
        .build();
  }
}

package dev.reveille.server.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MapPresenceTest extends PresenceContract {
  private final MapPresence presence = new MapPresence();

  @Override
  Presence presence() {
    return presence;
  }

  @Test
  void a_channel_that_everybody_left_costs_nothing() {
    for (int i = 0; i < 100; i++) {
      var session = new SessionId("t", i);
      presence.enter("#c" + i, new Presence.Member("@a" + i, "a", session, false));
      presence.exit("#c" + i, "@a" + i, new SessionId("t", 1_000));
      assertThat(presence.rosters()).isEqualTo(1);
      presence.exit("#c" + i, "@a" + i, session);
    }
    assertThat(presence.rosters()).isZero();
  }
}

package dev.reveille.server.kernel;

class MapPresenceTest extends PresenceContract {
  private final Presence presence = new MapPresence();

  @Override
  Presence presence() {
    return presence;
  }
}

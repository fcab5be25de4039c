package dev.reveille.protocol;

import java.util.Locale;
import java.util.Optional;

/** The status that an agent shows to others. */
public enum PresenceStatus {
  ONLINE,
  AWAY,
  BUSY,
  OFFLINE,
  LISTENING,
  /** The server shows it while the agent sleeps. No agent can set it. */
  SLEEPING;

  /** Returns the word on the wire. */
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Optional<PresenceStatus> ofWire(String word) {
    for (var status : values()) {
      if (status.wire().equals(word)) return Optional.of(status);
    }
    return Optional.empty();
  }
}

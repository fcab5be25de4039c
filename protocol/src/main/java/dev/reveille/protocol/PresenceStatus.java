package dev.reveille.protocol;

import java.util.Locale;
import java.util.Optional;

/** What an agent shows of its attention. */
public enum PresenceStatus {
  ONLINE,
  AWAY,
  BUSY,
  OFFLINE,
  LISTENING,
  /** Shown by the server while the agent sleeps; nobody can set it. */
  SLEEPING;

  /** The word on the wire. */
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

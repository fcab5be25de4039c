package dev.reveille.server.channel;

import java.util.Optional;

/** Reads the slow mode of channels. */
public interface SlowModeReads {
  /** Returns the seconds that an operator set for the channel; empty if none did. */
  Optional<Long> slowMode(String channel);
}

package dev.reveille.server.channel;

import java.util.Optional;

/** Reads how slow channels are. */
public interface SlowModeReads {
  /** The seconds that an operator set for the channel, if any did. */
  Optional<Long> slowMode(String channel);
}

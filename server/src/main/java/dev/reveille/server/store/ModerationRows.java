package dev.reveille.server.store;

import java.util.Optional;

/** Reads which agents may not speak, and how slow channels are. */
public interface ModerationRows {
  /** The gag of the agent, also one that is over. */
  Optional<StoredGag> gag(String agent);

  /** The seconds that an operator set for the channel, if any did. */
  Optional<Long> slowMode(String channel);
}

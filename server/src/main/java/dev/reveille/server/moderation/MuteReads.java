package dev.reveille.server.moderation;

import java.util.Optional;

/** Reads which agents may not speak. */
public interface MuteReads {
  /** The gag of the agent, also one that is over. */
  Optional<StoredMute> gag(String agent);
}

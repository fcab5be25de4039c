package dev.reveille.server.moderation;

import java.util.Optional;

/** Reads the server mutes of agents. */
public interface MuteReads {
  /** Returns the server mute of the agent, also one that is over. */
  Optional<StoredMute> mute(String agent);
}

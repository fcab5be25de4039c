package dev.reveille.server.wake;

import java.util.Optional;

/** Reads the memory of the team's wakes. */
public interface TeamReads {
  Optional<StoredTeam> team();
}

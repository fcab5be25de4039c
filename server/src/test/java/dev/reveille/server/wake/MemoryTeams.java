package dev.reveille.server.wake;

import dev.reveille.server.store.MemoryTable;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The memory of the team's wakes, in memory. */
public final class MemoryTeams extends MemoryTable implements TeamReads {
  private final TreeMap<String, StoredTeam> teams = new TreeMap<>();

  public MemoryTeams() {
    write(SaveTeam.class, (write, undo) -> undo.set(teams, "team", write.team()));
    reads(TeamReads.class, this);
  }

  @Override
  public Optional<StoredTeam> team() {
    read();
    return Optional.ofNullable(teams.get("team"));
  }

  @Override
  protected Map<String, Long> sizes() {
    return Map.of("wake_team", (long) teams.size());
  }
}

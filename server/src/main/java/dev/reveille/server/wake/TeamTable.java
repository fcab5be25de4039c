package dev.reveille.server.wake;

import dev.reveille.server.store.Table;
import dev.reveille.server.store.TableReader;
import java.util.Optional;

/** The table of the team's wakes. It has one row. */
public final class TeamTable {
  private static final String NAME = "team";
  static final String TEAM =
      "SELECT cycle, idle_since, tries, tried_at, alerted_at, progress_at FROM wake_team WHERE name = ?";

  public static final Table TABLE =
      Table.named("wake_team")
          .migrations("V36__wake_team.sql", "V50__wake_progress.sql")
          .write(
              SaveTeam.class,
              "INSERT INTO wake_team (name, cycle, idle_since, tries, tried_at, alerted_at,"
                  + " progress_at) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (name) DO UPDATE SET"
                  + " cycle = excluded.cycle, idle_since = excluded.idle_since,"
                  + " tries = excluded.tries, tried_at = excluded.tried_at,"
                  + " alerted_at = excluded.alerted_at, progress_at = excluded.progress_at",
              (row, write) -> {
                row.setString(1, NAME);
                row.setLong(2, write.team().cycle());
                row.setLong(3, write.team().idleSince());
                row.setLong(4, write.team().tries());
                row.setLong(5, write.team().triedAt());
                row.setLong(6, write.team().alertedAt());
                row.setLong(7, write.team().progressAt());
              })
          .reads(TeamReads.class, Sql::new)
          .build();

  private TeamTable() {}

  private record Sql(TableReader reader) implements TeamReads {
    @Override
    public Optional<StoredTeam> team() {
      return reader.first(
          TEAM,
          row ->
              new StoredTeam(
                  row.getLong(1),
                  row.getLong(2),
                  row.getInt(3),
                  row.getLong(4),
                  row.getLong(5),
                  row.getLong(6)),
          NAME);
    }
  }
}

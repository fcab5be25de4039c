package dev.reveille.server.store;

import dev.reveille.server.store.StoreWrite.SetGag;
import dev.reveille.server.store.StoreWrite.SetSlowMode;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** The tables of gags and of slow modes. */
public final class ModerationTable {
  static final String GAG = "SELECT until, reason FROM gags WHERE agent = ?";
  static final String SLOW_MODE = "SELECT seconds FROM slow_modes WHERE channel = ?";

  public static final Table GAGS =
      Table.named("gags")
          .migrations("V4__filters.sql")
          .write(SetGag.class, ModerationTable::gag)
          .keepsAgent("SELECT 1 FROM gags g WHERE g.agent = agents.id AND g.until > :now")
          .forgetAgent("DELETE FROM gags WHERE agent = ?")
          .rows(ModerationRows.class, Sql::new)
          .build();

  public static final Table SLOW_MODES =
      Table.named("slow_modes")
          .migrations("V4__filters.sql")
          .write(
              SetSlowMode.class,
              "INSERT INTO slow_modes (channel, seconds) VALUES (?, ?) ON CONFLICT (channel)"
                  + " DO UPDATE SET seconds = excluded.seconds",
              (row, write) -> {
                row.setString(1, write.channel());
                row.setLong(2, write.seconds());
              })
          .forgetChannel("DELETE FROM slow_modes WHERE channel = ?")
          .build();

  public static final List<Table> TABLES = List.of(GAGS, SLOW_MODES);

  private ModerationTable() {}

  private static TableWrite.Application<SetGag> gag(TableWriter writer) throws SQLException {
    var row =
        writer.prepare(
            "INSERT INTO gags (agent, until, reason) VALUES (?, ?, ?) ON CONFLICT (agent) DO UPDATE"
                + " SET until = excluded.until, reason = excluded.reason");
    var none = writer.prepare("DELETE FROM gags WHERE agent = ?");
    return write -> {
      var statement = write.until() == 0 ? none : row;
      statement.setString(1, write.agent());
      if (write.until() != 0) {
        statement.setLong(2, write.until());
        statement.setString(3, write.reason());
      }
      statement.executeUpdate();
    };
  }

  private record Sql(TableReader reader) implements ModerationRows {
    @Override
    public Optional<StoredGag> gag(String agent) {
      return reader.first(GAG, row -> new StoredGag(row.getLong(1), row.getString(2)), agent);
    }

    @Override
    public Optional<Long> slowMode(String channel) {
      return reader.first(SLOW_MODE, row -> row.getLong(1), channel);
    }
  }
}

package dev.reveille.server.moderation;

import dev.reveille.server.store.Table;
import dev.reveille.server.store.TableReader;
import dev.reveille.server.store.TableWrite;
import dev.reveille.server.store.TableWriter;
import java.sql.SQLException;
import java.util.Optional;

/** The table of server mutes. */
public final class MuteTable {
  static final String SELECT = "SELECT until, reason FROM gags WHERE agent = ?";

  public static final Table TABLE =
      Table.named("gags")
          .migrations("V4__filters.sql")
          .write(SetServerMute.class, MuteTable::set)
          .keepsAgent("SELECT 1 FROM gags g WHERE g.agent = agents.id AND g.until > :now")
          .forgetAgent("DELETE FROM gags WHERE agent = ?")
          .reads(MuteReads.class, Sql::new)
          .build();

  private MuteTable() {}

  private static TableWrite.Application<SetServerMute> set(TableWriter writer) throws SQLException {
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

  private record Sql(TableReader reader) implements MuteReads {
    @Override
    public Optional<StoredMute> mute(String agent) {
      return reader.first(SELECT, row -> new StoredMute(row.getLong(1), row.getString(2)), agent);
    }
  }
}

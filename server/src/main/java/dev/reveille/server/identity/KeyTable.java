package dev.reveille.server.identity;

import dev.reveille.server.store.Table;
import dev.reveille.server.store.TableReader;
import dev.reveille.server.store.TableWrite;
import dev.reveille.server.store.TableWriter;
import dev.reveille.server.store.WriteFailure;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The keys of agents that changed or revoked one. The only key of any other agent is in the table
 * of agents.
 */
public final class KeyTable {
  private static final String COLUMNS =
      "SELECT id, agent, pubkey, since, until, revoked_at, reason, place FROM keys";

  /** Finds the key of an agent that never changed it. */
  private static final String ONLY_KEY =
      "SELECT a.id, a.id, a.pubkey, a.first_seen, NULL, NULL, NULL, 0 FROM agents a"
          + " WHERE a.id = ? AND a.pubkey IS NOT NULL"
          + " AND NOT EXISTS (SELECT 1 FROM keys k WHERE k.id = a.id)";

  static final String KEY = COLUMNS + " WHERE id = ? UNION ALL " + ONLY_KEY;
  static final String KEYS =
      COLUMNS
          + " WHERE agent = ? UNION ALL "
          + COLUMNS
          + " WHERE id = ? AND agent <> ? UNION ALL "
          + ONLY_KEY
          + " ORDER BY place";

  private static final String SAVE =
      "INSERT INTO keys (id, agent, pubkey, since, until, revoked_at, reason, place)"
          + " SELECT ?, ?, ?, ?, ?, ?, ?, ?"
          + " WHERE NOT EXISTS (SELECT 1 FROM agents WHERE id = ? AND id <> ?)"
          + " ON CONFLICT (id) DO UPDATE SET until = COALESCE(keys.until, excluded.until),"
          + " revoked_at = COALESCE(keys.revoked_at, excluded.revoked_at),"
          + " reason = COALESCE(keys.reason, excluded.reason)"
          + " WHERE keys.agent = excluded.agent";

  public static final Table TABLE =
      Table.named("keys")
          .migrations("V5__keys.sql")
          .ids("place")
          .write(SaveKey.class, KeyTable::save)
          .keepsAgent("SELECT 1 FROM keys k WHERE k.agent = agents.id OR k.id = agents.id")
          .reads(KeyReads.class, Sql::new)
          .build();

  private KeyTable() {}

  private static TableWrite.Application<SaveKey> save(TableWriter writer) throws SQLException {
    var row = writer.prepare(SAVE);
    return write -> {
      var key = write.key();
      row.setString(1, key.id());
      row.setString(2, key.agent());
      row.setString(3, key.pubkey());
      row.setLong(4, key.since());
      row.setObject(5, key.until(), Types.BIGINT);
      row.setObject(6, key.revoked(), Types.BIGINT);
      row.setString(7, key.reason());
      row.setLong(8, writer.nextId());
      row.setString(9, key.id());
      row.setString(10, key.agent());
      if (row.executeUpdate() == 0) {
        throw WriteFailure.refused(
            "Not stored: " + key.id() + " is another agent's key. Use a new one.");
      }
    };
  }

  private record Sql(TableReader reader) implements KeyReads {
    @Override
    public Optional<StoredKey> key(String id) {
      return reader.first(KEY, KeyTable::key, id, id);
    }

    @Override
    public List<StoredKey> keys(String agent) {
      return reader.list(KEYS, KeyTable::key, agent, agent, agent, agent);
    }
  }

  private static StoredKey key(ResultSet row) throws SQLException {
    return new StoredKey(
        row.getString(1),
        row.getString(2),
        row.getString(3),
        row.getLong(4),
        number(row, 5),
        number(row, 6),
        row.getString(7));
  }

  private static @Nullable Long number(ResultSet row, int column) throws SQLException {
    long value = row.getLong(column);
    return row.wasNull() ? null : value;
  }
}

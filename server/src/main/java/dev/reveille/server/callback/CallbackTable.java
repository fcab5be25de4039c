package dev.reveille.server.callback;

import dev.reveille.server.store.Table;
import dev.reveille.server.store.TableReader;
import dev.reveille.server.store.TableWrite;
import dev.reveille.server.store.TableWriter;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/**
 * The table of durable callbacks. A row is removed when its callback has fired. Its stored timer is
 * set and removed in the same units.
 */
public final class CallbackTable {
  static final String CALLBACKS =
      "SELECT id, agent, channel, payload, fire_at, created_at, client_msg_id FROM callbacks"
          + " WHERE agent = ? ORDER BY place";

  public static final Table TABLE =
      Table.named("callbacks")
          .migrations("V6__callbacks.sql")
          .ids("place")
          .write(SaveCallback.class, CallbackTable::save)
          .write(
              RemoveCallback.class,
              "DELETE FROM callbacks WHERE id = ?",
              (row, write) -> row.setString(1, write.id()))
          .keepsAgent("SELECT 1 FROM callbacks c WHERE c.agent = agents.id")
          .reads(CallbackReads.class, Sql::new)
          .build();

  private CallbackTable() {}

  private static TableWrite.Application<SaveCallback> save(TableWriter writer) throws SQLException {
    var row =
        writer.prepare(
            "INSERT INTO callbacks (id, agent, channel, payload, fire_at, created_at,"
                + " client_msg_id, place) VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
    return write -> {
      var callback = write.callback();
      row.setString(1, callback.id());
      row.setString(2, callback.agent());
      row.setString(3, callback.channel());
      row.setString(4, callback.payload());
      row.setLong(5, callback.fireAt());
      row.setLong(6, callback.createdAt());
      row.setString(7, callback.clientMsgId());
      row.setLong(8, writer.nextId());
      row.executeUpdate();
    };
  }

  private record Sql(TableReader reader) implements CallbackReads {
    @Override
    public List<StoredCallback> callbacks(String agent) {
      return reader.list(CALLBACKS, CallbackTable::callback, agent);
    }
  }

  private static StoredCallback callback(ResultSet row) throws SQLException {
    return new StoredCallback(
        row.getString(1),
        row.getString(2),
        row.getString(3),
        row.getString(4),
        row.getLong(5),
        row.getLong(6),
        row.getString(7));
  }
}

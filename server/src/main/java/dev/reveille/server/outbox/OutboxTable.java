package dev.reveille.server.outbox;

import dev.reveille.server.kernel.Tell;
import dev.reveille.server.store.PageLimit;
import dev.reveille.server.store.Table;
import dev.reveille.server.store.TableReader;
import dev.reveille.server.store.TableWrite;
import dev.reveille.server.store.TableWriter;
import dev.reveille.server.store.WriteFailure;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The tables of durable tells: those that wait, and the keys of those that were handled. */
public final class OutboxTable {
  static final String NEXT =
      "SELECT id, tell_key, command, json FROM outbox WHERE sender = ? AND receiver = ?"
          + " ORDER BY id LIMIT ?";
  static final String WAITING =
      "SELECT DISTINCT sender, receiver FROM outbox WHERE (sender, receiver) > (?, ?)"
          + " ORDER BY sender, receiver LIMIT ?";
  private static final String STORE_ONCE =
      "INSERT INTO outbox (id, sender, receiver, tell_key, command, json, made_at, once)"
          + " VALUES (?, ?, ?, ?, ?, ?, ?, 1)";
  private static final String STORE =
      "INSERT INTO outbox (id, sender, receiver, tell_key, command, json, made_at, once)"
          + " VALUES (?, ?, ?, ?, ?, ?, ?, 0)"
          + " ON CONFLICT (sender, receiver, tell_key) WHERE once = 0 DO NOTHING";
  private static final String IS_HANDLED =
      "SELECT 1 FROM handled_tells WHERE sender = ? AND receiver = ? AND tell_key = ?";
  static final String REMOVE =
      "DELETE FROM outbox WHERE sender = ? AND receiver = ? AND tell_key = ? AND once = 0";

  /** Finds the row among those of the same cells, of which there are few. */
  static final String REMOVE_ONCE =
      "DELETE FROM outbox WHERE sender = ? AND receiver = ? AND tell_key = ? AND once = 1";

  private static final String HANDLED =
      "INSERT INTO handled_tells (sender, receiver, tell_key, handled_at) VALUES (?, ?, ?, ?)";

  private static final Table WAITING_TELLS =
      Table.named("outbox")
          .migrations("V13__outbox.sql", "V22__outbox_once.sql")
          .ids("id")
          .write(StoreTell.class, OutboxTable::store)
          .write(TellHandled.class, OutboxTable::handled)
          .reads(OutboxReads.class, Sql::new)
          .build();

  private static final Table HANDLED_TELLS =
      Table.named("handled_tells")
          .migrations("V13__outbox.sql")
          .removeOlderThan(Duration.ofDays(Tell.KEY_DAYS), "handled_at")
          .build();

  public static final List<Table> TABLES = List.of(WAITING_TELLS, HANDLED_TELLS);

  private OutboxTable() {}

  private static TableWrite.Application<StoreTell> store(TableWriter writer) throws SQLException {
    var isHandled = writer.prepare(IS_HANDLED);
    var keyed = writer.prepare(STORE);
    var once = writer.prepare(STORE_ONCE);
    return write -> {
      var row = write.once() ? once : keyed;
      if (!write.once()) {
        setKey(isHandled, 1, write.cells(), write.key());
        try (var found = isHandled.executeQuery()) {
          if (found.next()) return;
        }
      }
      row.setLong(1, writer.nextId());
      setKey(row, 2, write.cells(), write.key());
      row.setString(5, write.command());
      row.setString(6, write.json());
      row.setLong(7, write.at());
      row.executeUpdate();
    };
  }

  private static TableWrite.Application<TellHandled> handled(TableWriter writer)
      throws SQLException {
    var keyed = writer.prepare(REMOVE);
    var once = writer.prepare(REMOVE_ONCE);
    var key = writer.prepare(HANDLED);
    return write -> {
      var remove = write.once() ? once : keyed;
      setKey(remove, 1, write.cells(), write.key());
      if (remove.executeUpdate() == 0) {
        throw WriteFailure.refused("Not stored: a tell was handled already.");
      }
      if (write.once()) return;
      setKey(key, 1, write.cells(), write.key());
      key.setLong(4, write.at());
      key.executeUpdate();
    };
  }

  private static void setKey(PreparedStatement row, int from, CellPair cells, String key)
      throws SQLException {
    row.setString(from, cells.sender().toString());
    row.setString(from + 1, cells.receiver().toString());
    row.setString(from + 2, key);
  }

  private record Sql(TableReader reader) implements OutboxReads {
    @Override
    public List<StoredTell> next(CellPair cells, int limit) {
      return reader.page(
          NEXT,
          row ->
              new StoredTell(
                  row.getLong(1), cells, row.getString(2), row.getString(3), row.getString(4)),
          new PageLimit<>(tell -> tell.json().length()),
          cells.sender().toString(),
          cells.receiver().toString(),
          limit);
    }

    @Override
    public List<CellPair> waiting(@Nullable CellPair after, int limit) {
      return reader.list(
          WAITING,
          row -> CellPair.of(row.getString(1), row.getString(2)),
          after == null ? "" : after.sender().toString(),
          after == null ? "" : after.receiver().toString(),
          limit);
    }
  }
}

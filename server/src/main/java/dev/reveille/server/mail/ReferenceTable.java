package dev.reveille.server.mail;

import dev.reveille.protocol.Priority;
import dev.reveille.server.store.StoredEntry;
import dev.reveille.server.store.Table;
import dev.reveille.server.store.TableWrite;
import dev.reveille.server.store.TableWriter;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * The table of references: messages of channels that mention an agent and that it has not
 * confirmed.
 */
final class ReferenceTable {
  private static final String COLUMNS =
      "r.n, r.after_seq, r.channel, r.seq, r.ts, r.sender, r.priority";

  static final String REFERENCES =
      "SELECT " + COLUMNS + " FROM inbox_refs r WHERE r.agent = ? AND r.n > ? ORDER BY r.n LIMIT ?";
  static final String REFERRED =
      "SELECT "
          + COLUMNS
          + ", m.ts, m.msg_id, m.sender, m.sender_name, m.verified, m.content, m.client_msg_id,"
          + " m.extras, m.kind FROM inbox_refs r LEFT JOIN streams s ON s.name = r.channel"
          + " LEFT JOIN messages m ON m.stream = s.id AND m.seq = r.seq"
          + " WHERE r.agent = ? AND r.n > ? ORDER BY r.n LIMIT ?";

  static final Table TABLE =
      Table.named("inbox_refs")
          .migrations("V17__inbox.sql")
          .write(
              AddReference.class,
              "INSERT INTO inbox_refs (agent, n, after_seq, channel, seq, ts, sender, priority)"
                  + " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
              (row, write) -> {
                var reference = write.reference();
                row.setString(1, write.agent());
                row.setLong(2, reference.n());
                row.setLong(3, reference.afterSeq());
                row.setString(4, reference.channel());
                row.setLong(5, reference.seq());
                row.setLong(6, reference.ts());
                row.setString(7, reference.sender());
                row.setString(8, reference.priority().word());
              })
          .write(RemoveReferences.class, ReferenceTable::remove)
          // A reference whose message is gone is nothing to come back for.
          .keepsAgent(
              "SELECT 1 FROM inbox_refs r JOIN streams t ON t.name = r.channel"
                  + " WHERE r.agent = agents.id AND r.seq > t.removed_seq")
          .forgetAgent("DELETE FROM inbox_refs WHERE agent = ?")
          .forgetChannel("DELETE FROM inbox_refs WHERE channel = ?")
          .build();

  private ReferenceTable() {}

  private static TableWrite.Application<RemoveReferences> remove(TableWriter writer)
      throws SQLException {
    var row = writer.prepare("DELETE FROM inbox_refs WHERE agent = ? AND n = ?");
    return write -> {
      for (long number : write.numbers()) {
        row.setString(1, write.agent());
        row.setLong(2, number);
        row.executeUpdate();
      }
    };
  }

  static StoredReference reference(ResultSet row) throws SQLException {
    return new StoredReference(
        row.getLong(1),
        row.getLong(2),
        row.getString(3),
        row.getLong(4),
        row.getLong(5),
        row.getString(6),
        priority(row.getString(7)));
  }

  static Priority priority(String word) {
    return Priority.of(word).orElse(Priority.NORMAL);
  }

  static ReferredEntry referred(ResultSet row) throws SQLException {
    var reference = reference(row);
    return ReferredEntry.of(reference, entry(row, reference));
  }

  private static @Nullable StoredEntry entry(ResultSet row, StoredReference reference)
      throws SQLException {
    long ts = row.getLong(8);
    if (row.wasNull()) return null;
    int verified = row.getInt(12);
    boolean unknown = row.wasNull();
    var kind = row.getString(16);
    return new StoredEntry(
        reference.channel(),
        reference.seq(),
        ts,
        row.getString(9),
        row.getString(10),
        row.getString(11),
        unknown ? null : verified != 0,
        row.getString(13),
        row.getString(14),
        row.getString(15),
        kind == null ? StoredEntry.MESSAGE : kind);
  }
}

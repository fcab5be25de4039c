package dev.reveille.server.store;

import dev.reveille.server.store.Store.ClientKey;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The tables of streams and their entries. They store the kind of an entry as text and know no
 * kind.
 */
public final class EntryTable {
  private static final String ENTRY =
      "SELECT ? AS stream, seq, ts, msg_id, sender, sender_name, verified, content, client_msg_id,"
          + " extras, kind FROM messages WHERE stream = (SELECT id FROM streams WHERE name = ?)";

  static final String AFTER = ENTRY + " AND seq > ? ORDER BY seq LIMIT ?";
  static final String BEFORE = ENTRY + " AND seq < ? ORDER BY seq DESC LIMIT ?";

  static final String OUTLINES =
      "SELECT seq, sender, extras, kind, ts FROM messages"
          + " WHERE stream = (SELECT id FROM streams WHERE name = ?) AND seq > ?"
          + " ORDER BY seq LIMIT ?";

  /**
   * The number of ids that {@link #ENTRIES} takes at once. For fewer ids, one of them is repeated.
   */
  private static final int IDS_PER_QUERY = 50;

  static final String ENTRIES =
      "SELECT s.name, m.seq, m.ts, m.msg_id, m.sender, m.sender_name, m.verified, m.content,"
          + " m.client_msg_id, m.extras, m.kind, m.id FROM messages m JOIN streams s ON s.id ="
          + " m.stream WHERE m.id IN (?"
          + ", ?".repeat(IDS_PER_QUERY - 1)
          + ") ORDER BY m.id";
  private static final String ENTRIES_DOWN = ENTRIES + " DESC";

  static final String HEAD =
      "SELECT s.removed_seq, s.removed_ts, m.seq, m.ts FROM streams s LEFT JOIN messages m"
          + " ON m.stream = s.id"
          + " AND m.seq = (SELECT max(n.seq) FROM messages n WHERE n.stream = s.id)"
          + " WHERE s.name = ?";

  static final String CLIENT_KEYS =
      "SELECT m.client_msg_id, s.name, m.seq FROM messages m JOIN streams s ON s.id = m.stream"
          + " WHERE m.sender = ? AND m.client_msg_id IS NOT NULL ORDER BY m.id DESC LIMIT ?";

  static final String PLACE =
      "SELECT m.msg_id, s.name, m.seq, m.ts, m.kind FROM messages m JOIN streams s"
          + " ON s.id = m.stream WHERE m.msg_id = ?";
  static final String NEWEST =
      "SELECT msg_id, seq, ts, kind FROM messages"
          + " WHERE stream = (SELECT id FROM streams WHERE name = ?) ORDER BY seq DESC LIMIT ?";

  private static final String APPEND =
      "INSERT INTO messages (id, stream, seq, ts, msg_id, sender, sender_name, verified,"
          + " content, client_msg_id, extras, kind) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

  static final Table MESSAGES =
      Table.named("messages")
          .migrations("V1__chat.sql", "V12__entry_kinds.sql")
          .ids("id")
          .write(AppendEntry.class, EntryTable::append)
          .write(ReplaceText.class, EntryTable::replace)
          .forgetChannel(
              "DELETE FROM messages WHERE stream = (SELECT id FROM streams WHERE name = ?)")
          .reads(EntryReads.class, Sql::new)
          .build();

  static final Table STREAMS =
      Table.named("streams")
          .migrations("V1__chat.sql")
          .forgetChannel("DELETE FROM streams WHERE name = ?")
          .build();

  public static final List<Table> TABLES = List.of(MESSAGES, STREAMS);

  private EntryTable() {}

  private static TableWrite.Application<AppendEntry> append(TableWriter writer)
      throws SQLException {
    var batch = writer.batch(APPEND);
    var tails = writer.tails();
    return write -> {
      var entry = write.message();
      var tail = tails.of(entry.stream());
      if (entry.seq() != tail.last + 1) {
        throw WriteFailure.refused(
            "Not stored: the next message of "
                + entry.stream()
                + " is number "
                + (tail.last + 1)
                + ", not "
                + entry.seq()
                + ". Try again.");
      }
      tail.last = entry.seq();
      fill(batch.row(), writer.nextId(), tail.stream, entry);
      batch.add();
    };
  }

  private static void fill(PreparedStatement row, long id, long stream, StoredEntry entry)
      throws SQLException {
    row.setLong(1, id);
    row.setLong(2, stream);
    row.setLong(3, entry.seq());
    row.setLong(4, entry.ts());
    row.setString(5, entry.msgId());
    row.setString(6, entry.sender());
    row.setString(7, entry.senderName());
    if (entry.verified() == null) {
      row.setNull(8, Types.SMALLINT);
    } else {
      row.setInt(8, entry.verified() ? 1 : 0);
    }
    row.setString(9, entry.content());
    row.setString(10, entry.clientMsgId());
    row.setString(11, entry.extras());
    row.setString(12, entry.kind().equals(StoredEntry.MESSAGE) ? null : entry.kind());
  }

  private static TableWrite.Application<ReplaceText> replace(TableWriter writer)
      throws SQLException {
    var row =
        writer.prepare(
            "UPDATE messages SET content = ?, extras = ?"
                + " WHERE stream = (SELECT id FROM streams WHERE name = ?) AND seq = ?");
    return write -> {
      writer.send();
      row.setString(1, write.content());
      row.setString(2, write.extras());
      row.setString(3, write.stream());
      row.setLong(4, write.seq());
      row.executeUpdate();
    };
  }

  private record Sql(TableReader reader) implements EntryReads {
    @Override
    public StreamHead head(String stream) {
      return EntryTable.head(reader, stream);
    }

    @Override
    public List<StoredEntry> after(String stream, long seq, int limit) {
      return page(AFTER, stream, seq, limit);
    }

    @Override
    public List<StoredEntry> before(String stream, long seq, int limit) {
      return page(BEFORE, stream, seq, limit).reversed();
    }

    @Override
    public List<EntryOutline> outlines(String stream, long seq, int limit) {
      return reader.page(
          OUTLINES,
          row ->
              new EntryOutline(
                  row.getLong(1),
                  row.getString(2),
                  row.getString(3),
                  kind(row.getString(4)),
                  row.getLong(5)),
          new PageLimit<>(entry -> entry.extras().length()),
          stream,
          seq,
          limit);
    }

    private List<StoredEntry> page(String sql, String stream, long seq, int limit) {
      return reader.page(
          sql, EntryTable::entry, PageLimit.ofMessages(), stream, stream, seq, Math.max(0, limit));
    }

    @Override
    public FoundEntries messages(List<Long> ids) {
      if (ids.isEmpty()) return new FoundEntries(Map.of(), 0);
      return reader.read(r -> look(r, ids));
    }

    @Override
    public Optional<EntryPlace> place(String msgId) {
      return reader.first(
          PLACE,
          row ->
              new EntryPlace(
                  row.getString(1),
                  row.getString(2),
                  row.getLong(3),
                  row.getLong(4),
                  kind(row.getString(5))),
          msgId);
    }

    @Override
    public List<EntryPlace> newest(String stream, int limit) {
      return reader.list(NEWEST, row -> placed(row, stream), stream, Math.max(0, limit)).stream()
          .flatMap(Optional::stream)
          .toList();
    }

    @Override
    public List<ClientKey> clientKeys(String sender, int limit) {
      return reader.list(
          CLIENT_KEYS,
          row -> new ClientKey(row.getString(1), row.getString(2), row.getLong(3)),
          sender,
          Math.max(0, limit));
    }
  }

  /** Returns the place of an entry; empty if it is the server's and has no id. */
  private static Optional<EntryPlace> placed(ResultSet row, String stream) throws SQLException {
    var id = row.getString(1);
    return id == null
        ? Optional.empty()
        : Optional.of(
            new EntryPlace(id, stream, row.getLong(2), row.getLong(3), kind(row.getString(4))));
  }

  static StreamHead head(TableReader reader, String stream) {
    return reader.first(HEAD, EntryTable::head, stream).orElse(StreamHead.EMPTY);
  }

  /** Looks up entries by their ids in the event feed, some at a time, until a page is full. */
  private static FoundEntries look(Reader reader, List<Long> ids) throws SQLException {
    boolean down = ids.getFirst() > ids.getLast();
    var room = new PageLimit<Map.Entry<Long, StoredEntry>>(row -> row.getValue().chars());
    var found = new HashMap<Long, StoredEntry>();
    for (int from = 0; from < ids.size(); from += IDS_PER_QUERY) {
      var some = new Object[IDS_PER_QUERY];
      for (int i = 0; i < some.length; i++) some[i] = ids.get(Math.min(from + i, ids.size() - 1));
      var rows =
          reader.list(
              down ? ENTRIES_DOWN : ENTRIES,
              row -> Map.entry(row.getLong(12), entry(row)),
              room,
              some);
      for (var row : rows) found.put(row.getKey(), row.getValue());
      var refused = room.refused();
      if (refused.isPresent()) return new FoundEntries(found, ids.indexOf(refused.get().getKey()));
    }
    return new FoundEntries(found, ids.size());
  }

  private static StoredEntry entry(ResultSet row) throws SQLException {
    return new StoredEntry(
        row.getString(1),
        row.getLong(2),
        row.getLong(3),
        row.getString(4),
        row.getString(5),
        row.getString(6),
        flag(row, 7),
        row.getString(8),
        row.getString(9),
        row.getString(10),
        kind(row.getString(11)));
  }

  /**
   * Returns the kind of an entry. Nearly all entries are messages, so their rows contain no kind.
   */
  private static String kind(@Nullable String stored) {
    return stored == null ? StoredEntry.MESSAGE : stored;
  }

  private static StreamHead head(ResultSet row) throws SQLException {
    long removed = row.getLong(1);
    long last = row.getLong(3);
    return last == 0
        ? new StreamHead(removed == 0 ? 0 : removed + 1, removed, row.getLong(2))
        : new StreamHead(removed + 1, last, row.getLong(4));
  }

  private static @Nullable Boolean flag(ResultSet row, int column) throws SQLException {
    int value = row.getInt(column);
    return row.wasNull() ? null : value != 0;
  }
}

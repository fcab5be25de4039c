package dev.reveille.server.mail;

import dev.reveille.server.store.PageLimit;
import dev.reveille.server.store.Table;
import dev.reveille.server.store.TableReader;
import dev.reveille.server.store.TableWriter;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;

/** The table of the progress of each mailbox. The entries of a mailbox are in its stream. */
public final class MailTable {
  static final String MAILBOX =
      "SELECT offered, delivered, last_ref, lost, lost_read, ahead, unshown FROM mailboxes"
          + " WHERE agent = ?";

  /** The rows of several tables as one list: the first column says which table. */
  static final String INBOX =
      "SELECT 0, offered, delivered, last_ref, lost, lost_read, ahead, unshown, '' FROM mailboxes"
          + " WHERE agent = ? UNION ALL"
          + " SELECT 1, n, after_seq, seq, ts, 0, channel, sender, priority FROM inbox_refs"
          + " WHERE agent = ? UNION ALL"
          + " SELECT 2, seq, at, 0, 0, 0, msg_id, sender, level FROM receipts"
          + " WHERE agent = ? AND level IN ('stored', 'offered') AND seq >"
          + " COALESCE((SELECT delivered FROM mailboxes WHERE agent = ?), 0) UNION ALL"
          + " SELECT 2, seq, at, 0, 0, 0, msg_id, sender, level FROM receipts"
          + " WHERE agent = ? AND level IN ('retrieved', 'started') AND seq >"
          + " COALESCE((SELECT delivered FROM mailboxes WHERE agent = ?), 0) - "
          + OpenReceipts.MOST_SETTLED
          + " UNION ALL"
          + " SELECT 3, refs, 0, 0, 0, 0, channel, '', '' FROM read_marks"
          + " WHERE agent = ? AND refs > 0";

  private static final String OFFERED =
      "INSERT INTO mailboxes (agent, offered) VALUES (?, ?) ON CONFLICT (agent) DO UPDATE"
          + " SET offered = excluded.offered WHERE excluded.offered > mailboxes.offered";
  private static final String DELIVERED =
      "INSERT INTO mailboxes (agent, delivered) VALUES (?, ?) ON CONFLICT (agent) DO UPDATE"
          + " SET delivered = excluded.delivered WHERE excluded.delivered > mailboxes.delivered";

  /**
   * The progress of a mailbox is removed together with its entries. Until then no entry is
   * delivered twice.
   */
  private static final Table TABLE =
      Table.named("mailboxes")
          .migrations("V1__chat.sql", "V11__mail_ranges.sql", "V17__inbox.sql")
          .write(
              MailOffered.class,
              writer -> {
                var batch = writer.batch(OFFERED);
                return write -> mark(batch, write.agent(), write.upTo());
              })
          .write(
              MailDelivered.class,
              writer -> {
                var batch = writer.batch(DELIVERED);
                return write -> mark(batch, write.agent(), write.upTo());
              })
          .write(
              MailRanges.class,
              "INSERT INTO mailboxes (agent, ahead, unshown) VALUES (?, ?, ?) ON CONFLICT (agent)"
                  + " DO UPDATE SET ahead = excluded.ahead, unshown = excluded.unshown",
              (row, write) -> {
                row.setString(1, write.agent());
                row.setString(2, write.ahead());
                row.setString(3, write.unshown());
              })
          .write(
              InboxCounts.class,
              "INSERT INTO mailboxes (agent, last_ref, lost, lost_read) VALUES (?, ?, ?, ?)"
                  + " ON CONFLICT (agent) DO UPDATE SET last_ref = excluded.last_ref,"
                  + " lost = excluded.lost, lost_read = excluded.lost_read",
              (row, write) -> {
                row.setString(1, write.agent());
                row.setLong(2, write.lastReference());
                row.setLong(3, write.lost());
                row.setLong(4, write.lostRead());
              })
          .keepsAgent(
              "SELECT 1 FROM streams s JOIN messages m ON m.stream = s.id"
                  + " WHERE s.name = agents.id AND m.seq >"
                  + " COALESCE((SELECT b.delivered FROM mailboxes b WHERE b.agent = agents.id), 0)")
          .forgetAgent(
              "DELETE FROM mailboxes WHERE agent = ?"
                  + " AND NOT EXISTS (SELECT 1 FROM streams s WHERE s.name = mailboxes.agent)")
          .reads(MailReads.class, Sql::new)
          .build();

  public static final List<Table> TABLES = List.of(TABLE, ReferenceTable.TABLE, ReceiptTable.TABLE);

  private MailTable() {}

  private static void mark(TableWriter.Batch batch, String agent, long upTo) throws SQLException {
    batch.row().setString(1, agent);
    batch.row().setLong(2, Math.max(0, upTo));
    batch.add();
  }

  private record Sql(TableReader reader) implements MailReads {
    @Override
    public MailboxState mailbox(String agent) {
      return reader.first(MAILBOX, MailTable::mailbox, agent).orElse(MailboxState.NEW);
    }

    @Override
    public StoredInbox inbox(String agent) {
      return MailTable.inbox(
          reader.<Object>list(
              INBOX, MailTable::part, agent, agent, agent, agent, agent, agent, agent));
    }

    @Override
    public List<StoredReference> references(String agent, long after, int limit) {
      return reader.list(ReferenceTable.REFERENCES, ReferenceTable::reference, agent, after, limit);
    }

    @Override
    public List<ReferredEntry> referred(String agent, long after, int limit) {
      return reader.page(
          ReferenceTable.REFERRED,
          ReferenceTable::referred,
          new PageLimit<>(ReferredEntry::chars),
          agent,
          after,
          limit);
    }

    @Override
    public Optional<StoredReceipt> receipt(String agent, long seq) {
      return reader.first(ReceiptTable.RECEIPT, ReceiptTable::receipt, agent, seq);
    }
  }

  private static MailboxState mailbox(ResultSet row) throws SQLException {
    return mailbox(row, 1);
  }

  private static MailboxState mailbox(ResultSet row, int first) throws SQLException {
    return new MailboxState(
        row.getLong(first),
        row.getLong(first + 1),
        row.getString(first + 5),
        row.getString(first + 6),
        row.getLong(first + 2),
        row.getLong(first + 3),
        row.getLong(first + 4));
  }

  /** References into the channel are confirmed up to this seq. */
  private record Confirmed(String channel, long seq) {}

  /** A row of {@link #INBOX}. */
  private static Object part(ResultSet row) throws SQLException {
    return switch (row.getInt(1)) {
      case 0 -> mailbox(row, 2);
      case 1 ->
          new StoredReference(
              row.getLong(2),
              row.getLong(3),
              row.getString(7),
              row.getLong(4),
              row.getLong(5),
              row.getString(8),
              ReferenceTable.priority(row.getString(9)));
      case 3 -> new Confirmed(row.getString(7), row.getLong(2));
      default ->
          new StoredReceipt(
              row.getLong(2),
              row.getString(7),
              row.getString(8),
              ReceiptLevel.of(row.getString(9)),
              row.getLong(3));
    };
  }

  private static StoredInbox inbox(List<Object> parts) {
    var state = MailboxState.NEW;
    var references = new ArrayList<StoredReference>();
    var receipts = new ArrayList<StoredReceipt>();
    var confirmed = new HashMap<String, Long>();
    for (var part : parts) {
      if (part instanceof MailboxState row) state = row;
      else if (part instanceof StoredReference reference) references.add(reference);
      else if (part instanceof StoredReceipt receipt) receipts.add(receipt);
      else if (part instanceof Confirmed(var channel, var seq)) confirmed.put(channel, seq);
    }
    references.sort(Comparator.comparingLong(StoredReference::n));
    receipts.sort(Comparator.comparingLong(StoredReceipt::seq));
    return new StoredInbox(state, references, receipts, confirmed);
  }
}

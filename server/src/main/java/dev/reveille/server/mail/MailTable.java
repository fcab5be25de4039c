package dev.reveille.server.mail;

import dev.reveille.server.store.Table;
import dev.reveille.server.store.TableReader;
import dev.reveille.server.store.TableWriter;
import java.sql.ResultSet;
import java.sql.SQLException;

/** The table of the progress of each mailbox. The entries of a mailbox are in its stream. */
public final class MailTable {
  static final String MAILBOX =
      "SELECT offered, delivered, ahead, unshown FROM mailboxes WHERE agent = ?";

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
  public static final Table TABLE =
      Table.named("mailboxes")
          .migrations("V1__chat.sql", "V11__mail_ranges.sql")
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
          .keepsAgent(
              "SELECT 1 FROM streams s JOIN messages m ON m.stream = s.id"
                  + " WHERE s.name = agents.id AND m.seq >"
                  + " COALESCE((SELECT b.delivered FROM mailboxes b WHERE b.agent = agents.id), 0)")
          .forgetAgent(
              "DELETE FROM mailboxes WHERE agent = ?"
                  + " AND NOT EXISTS (SELECT 1 FROM streams s WHERE s.name = mailboxes.agent)")
          .reads(MailReads.class, Sql::new)
          .build();

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
  }

  private static MailboxState mailbox(ResultSet row) throws SQLException {
    return new MailboxState(row.getLong(1), row.getLong(2), row.getString(3), row.getString(4));
  }
}

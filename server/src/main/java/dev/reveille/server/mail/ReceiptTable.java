package dev.reveille.server.mail;

import dev.reveille.server.store.Table;
import java.sql.ResultSet;
import java.sql.SQLException;

/** The table of receipts. A receipt goes with the entry that it is about. */
final class ReceiptTable {
  static final String RECEIPT =
      "SELECT seq, msg_id, sender, level, at FROM receipts WHERE agent = ? AND seq = ?";

  static final Table TABLE =
      Table.named("receipts")
          .migrations("V17__inbox.sql")
          .write(
              SaveReceipt.class,
              "INSERT INTO receipts (agent, seq, msg_id, sender, level, at)"
                  + " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (agent, seq) DO UPDATE"
                  + " SET msg_id = excluded.msg_id, sender = excluded.sender,"
                  + " level = excluded.level, at = excluded.at",
              (row, write) -> {
                var receipt = write.receipt();
                row.setString(1, write.agent());
                row.setLong(2, receipt.seq());
                row.setString(3, receipt.msgId());
                row.setString(4, receipt.sender());
                row.setString(5, receipt.level().word());
                row.setLong(6, receipt.at());
              })
          .forgetEntries("DELETE FROM receipts WHERE agent = ? AND seq <= ?")
          .build();

  private ReceiptTable() {}

  static StoredReceipt receipt(ResultSet row) throws SQLException {
    return new StoredReceipt(
        row.getLong(1),
        row.getString(2),
        row.getString(3),
        ReceiptLevel.of(row.getString(4)),
        row.getLong(5));
  }
}

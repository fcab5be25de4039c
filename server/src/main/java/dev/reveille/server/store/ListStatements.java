package dev.reveille.server.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** The writes to the lists of administrators: rare, so each is sent at once. */
final class ListStatements {
  private final PreparedStatement ban;
  private final PreparedStatement noBan;
  private final PreparedStatement approval;
  private final PreparedStatement noApproval;
  private final PreparedStatement file;

  ListStatements(Connection connection) throws SQLException {
    ban =
        connection.prepareStatement(
            "INSERT INTO bans (agent, reason, banned_at, banned_by, place) VALUES (?, ?, ?, ?, ?)"
                + " ON CONFLICT (agent) DO UPDATE SET reason = excluded.reason,"
                + " banned_at = excluded.banned_at, banned_by = excluded.banned_by");
    noBan = connection.prepareStatement("DELETE FROM bans WHERE agent = ?");
    approval =
        connection.prepareStatement(
            "INSERT INTO approvals (pubkey, agent, approved_at, approved_by, note, place)"
                + " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (pubkey) DO UPDATE SET"
                + " agent = excluded.agent, approved_at = excluded.approved_at,"
                + " approved_by = excluded.approved_by, note = excluded.note");
    noApproval = connection.prepareStatement("DELETE FROM approvals WHERE pubkey = ?");
    file =
        connection.prepareStatement(
            "INSERT INTO list_files (name, known, coming) VALUES (?, ?, ?) ON CONFLICT (name)"
                + " DO UPDATE SET known = excluded.known, coming = excluded.coming");
  }

  void save(StoredBan b, long place) throws SQLException {
    ban.setString(1, b.agent());
    ban.setString(2, b.reason());
    ban.setLong(3, b.at());
    ban.setString(4, b.by());
    ban.setLong(5, place);
    ban.executeUpdate();
  }

  void removeBan(String agent) throws SQLException {
    noBan.setString(1, agent);
    noBan.executeUpdate();
  }

  void save(StoredApproval a, long place) throws SQLException {
    approval.setString(1, a.pubkey());
    approval.setString(2, a.agent());
    approval.setLong(3, a.at());
    approval.setString(4, a.by());
    approval.setString(5, a.note());
    approval.setLong(6, place);
    approval.executeUpdate();
  }

  void removeApproval(String pubkey) throws SQLException {
    noApproval.setString(1, pubkey);
    noApproval.executeUpdate();
  }

  void save(ListFile f) throws SQLException {
    file.setString(1, f.name());
    file.setString(2, f.known());
    file.setString(3, f.coming());
    file.executeUpdate();
  }
}

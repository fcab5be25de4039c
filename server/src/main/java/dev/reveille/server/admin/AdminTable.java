package dev.reveille.server.admin;

import dev.reveille.server.store.Table;
import dev.reveille.server.store.TableReader;
import dev.reveille.server.store.TableWrite;
import dev.reveille.server.store.TableWriter;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** The tables of bans, of the allowlist, and of the content of their files. */
public final class AdminTable {
  static final String BANS = "SELECT agent, reason, banned_at, banned_by FROM bans ORDER BY place";
  static final String APPROVALS =
      "SELECT pubkey, agent, approved_at, approved_by, note FROM approvals ORDER BY place";
  static final String LIST_FILE = "SELECT name, known, coming FROM list_files WHERE name = ?";

  public static final Table BANS_TABLE =
      Table.named("bans")
          .migrations("V3__administration.sql")
          .ids("place")
          .write(SaveBan.class, AdminTable::saveBan)
          .write(
              RemoveBan.class,
              "DELETE FROM bans WHERE agent = ?",
              (row, write) -> row.setString(1, write.agent()))
          .keepsAgent("SELECT 1 FROM bans b WHERE b.agent = agents.id")
          .reads(AdminReads.class, Sql::new)
          .build();

  public static final Table APPROVALS_TABLE =
      Table.named("approvals")
          .migrations("V3__administration.sql")
          .ids("place")
          .write(SaveApproval.class, AdminTable::saveApproval)
          .write(
              RemoveApproval.class,
              "DELETE FROM approvals WHERE pubkey = ?",
              (row, write) -> row.setString(1, write.pubkey()))
          .keepsAgent("SELECT 1 FROM approvals a WHERE a.agent = agents.id")
          .build();

  public static final Table LIST_FILES =
      Table.named("list_files")
          .migrations("V3__administration.sql")
          .write(
              SaveListFile.class,
              "INSERT INTO list_files (name, known, coming) VALUES (?, ?, ?) ON CONFLICT (name)"
                  + " DO UPDATE SET known = excluded.known, coming = excluded.coming",
              (row, write) -> {
                row.setString(1, write.file().name());
                row.setString(2, write.file().known());
                row.setString(3, write.file().coming());
              })
          .build();

  public static final List<Table> TABLES = List.of(BANS_TABLE, APPROVALS_TABLE, LIST_FILES);

  private AdminTable() {}

  private static TableWrite.Application<SaveBan> saveBan(TableWriter writer) throws SQLException {
    var row =
        writer.prepare(
            "INSERT INTO bans (agent, reason, banned_at, banned_by, place) VALUES (?, ?, ?, ?, ?)"
                + " ON CONFLICT (agent) DO UPDATE SET reason = excluded.reason,"
                + " banned_at = excluded.banned_at, banned_by = excluded.banned_by");
    return write -> {
      var ban = write.ban();
      row.setString(1, ban.agent());
      row.setString(2, ban.reason());
      row.setLong(3, ban.at());
      row.setString(4, ban.by());
      row.setLong(5, writer.nextId());
      row.executeUpdate();
    };
  }

  private static TableWrite.Application<SaveApproval> saveApproval(TableWriter writer)
      throws SQLException {
    var row =
        writer.prepare(
            "INSERT INTO approvals (pubkey, agent, approved_at, approved_by, note, place)"
                + " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (pubkey) DO UPDATE SET"
                + " agent = excluded.agent, approved_at = excluded.approved_at,"
                + " approved_by = excluded.approved_by, note = excluded.note");
    return write -> {
      var approval = write.approval();
      row.setString(1, approval.pubkey());
      row.setString(2, approval.agent());
      row.setLong(3, approval.at());
      row.setString(4, approval.by());
      row.setString(5, approval.note());
      row.setLong(6, writer.nextId());
      row.executeUpdate();
    };
  }

  private record Sql(TableReader reader) implements AdminReads {
    @Override
    public List<StoredBan> bans() {
      return reader.list(
          BANS,
          row ->
              new StoredBan(row.getString(1), row.getString(2), row.getLong(3), row.getString(4)));
    }

    @Override
    public List<StoredApproval> approvals() {
      return reader.list(
          APPROVALS,
          row ->
              new StoredApproval(
                  row.getString(1),
                  row.getString(2),
                  row.getLong(3),
                  row.getString(4),
                  row.getString(5)));
    }

    @Override
    public Optional<ListFile> listFile(String name) {
      return reader.first(
          LIST_FILE,
          row -> new ListFile(row.getString(1), row.getString(2), row.getString(3)),
          name);
    }
  }
}

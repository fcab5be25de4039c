package dev.reveille.server.job;

import dev.reveille.server.kernel.CancelJob;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.EndJob;
import dev.reveille.server.kernel.StartJob;
import dev.reveille.server.store.Table;
import dev.reveille.server.store.TableReader;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The table of the jobs that have not ended. */
public final class JobTable {
  private static final String COLUMNS = "SELECT owner_name, owner_kind, number, kind FROM jobs";
  static final String OF =
      COLUMNS + " WHERE owner_name = ? AND owner_kind = ? ORDER BY owner_name, owner_kind, number";
  static final String AFTER =
      COLUMNS
          + " WHERE (owner_name, owner_kind, number) > (?, ?, ?)"
          + " ORDER BY owner_name, owner_kind, number LIMIT ?";
  private static final String REMOVE =
      "DELETE FROM jobs WHERE owner_name = ? AND owner_kind = ? AND number = ?";

  public static final Table TABLE =
      Table.named("jobs")
          .migrations("V15__jobs.sql")
          .write(
              StartJob.class,
              "INSERT INTO jobs (owner_name, owner_kind, number, kind) VALUES (?, ?, ?, ?)",
              (row, job) -> {
                key(row, job.owner(), job.number());
                row.setString(4, job.kind());
              })
          .write(CancelJob.class, REMOVE, (row, job) -> key(row, job.owner(), job.number()))
          .write(EndJob.class, REMOVE, (row, job) -> key(row, job.owner(), job.number()))
          .keepsAgent("SELECT 1 FROM jobs j WHERE j.owner_name = agents.id")
          .reads(JobReads.class, Sql::new)
          .build();

  private JobTable() {}

  private static void key(PreparedStatement row, CellId owner, long number) throws SQLException {
    row.setString(1, owner.name());
    row.setString(2, owner.kind());
    row.setLong(3, number);
  }

  private record Sql(TableReader reader) implements JobReads {
    @Override
    public List<StoredJob> of(CellId owner) {
      return reader.list(OF, JobTable::job, owner.name(), owner.kind());
    }

    @Override
    public List<StoredJob> after(@Nullable StoredJob last, int limit) {
      return last == null
          ? reader.list(AFTER, JobTable::job, "", "", Long.MIN_VALUE, limit)
          : reader.list(
              AFTER, JobTable::job, last.owner().name(), last.owner().kind(), last.number(), limit);
    }
  }

  private static StoredJob job(ResultSet row) throws SQLException {
    return new StoredJob(
        new CellId(row.getString(2), row.getString(1)), row.getLong(3), row.getString(4));
  }
}

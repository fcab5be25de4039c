package dev.reveille.server.task;

import dev.reveille.server.store.Table;
import dev.reveille.server.store.TableReader;
import java.util.List;

/** The table of waits that will not end by themselves. */
public final class TaskFindingTable {
  static final String FINDINGS = "SELECT id, kind, found_at, detail FROM task_findings ORDER BY id";

  public static final Table TABLE =
      Table.named("task_findings")
          .migrations("V21__task_findings.sql")
          .write(
              AddTaskFinding.class,
              "INSERT INTO task_findings (id, kind, found_at, detail) VALUES (?, ?, ?, ?)"
                  + " ON CONFLICT (id) DO NOTHING",
              (row, write) -> {
                row.setString(1, write.finding().id());
                row.setString(2, write.finding().kind());
                row.setLong(3, write.at());
                row.setString(4, write.finding().detail());
              })
          .write(
              RemoveTaskFinding.class,
              "DELETE FROM task_findings WHERE id = ?",
              (row, write) -> row.setString(1, write.id()))
          .reads(TaskFindingReads.class, Sql::new)
          .build();

  private TaskFindingTable() {}

  private record Sql(TableReader reader) implements TaskFindingReads {
    @Override
    public List<StoredFinding> findings() {
      return reader.list(
          FINDINGS,
          row ->
              new StoredFinding(
                  row.getString(1), row.getString(2), row.getLong(3), row.getString(4)));
    }
  }
}

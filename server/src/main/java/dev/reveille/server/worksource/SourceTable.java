package dev.reveille.server.worksource;

import dev.reveille.server.decision.WakeRules;
import dev.reveille.server.decision.WakeTable;
import dev.reveille.server.store.Table;
import dev.reveille.server.store.TableReader;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/** The tables of work sources: their last answers, and the count of questions by day. */
public final class SourceTable {
  private static final String FILE = "V41__work_sources.sql";

  static final String ANSWERS =
      "SELECT source, seat, asked_at, known, count, newest, news, mark, more, reason"
          + " FROM wake_sources WHERE source = ? ORDER BY seat";
  static final String DAYS =
      "SELECT source, seat, day, calls, unchanged, failed, processes FROM wake_source_days"
          + " WHERE source = ? AND day >= ? ORDER BY day, seat";

  static final String SINCE =
      "SELECT source, seat, day, calls, unchanged, failed, processes FROM wake_source_days"
          + " WHERE day_at >= ? ORDER BY day_at, source, seat";

  public static final List<Table> TABLES =
      List.of(
          Table.named("wake_sources")
              .migrations(FILE, "V50__wake_progress.sql")
              .write(
                  SaveSource.class,
                  "INSERT INTO wake_sources (source, seat, asked_at, known, count, newest, news,"
                      + " mark, more, reason) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
                      + " ON CONFLICT (source, seat) DO UPDATE SET asked_at = excluded.asked_at,"
                      + " known = excluded.known, count = excluded.count,"
                      + " newest = excluded.newest, news = excluded.news, mark = excluded.mark,"
                      + " more = excluded.more,"
                      + " reason = excluded.reason",
                  (row, write) -> {
                    var source = write.source();
                    row.setString(1, source.source());
                    row.setString(2, source.seat());
                    row.setLong(3, source.askedAt());
                    row.setBoolean(4, source.known());
                    row.setLong(5, source.count());
                    row.setLong(6, source.newest());
                    row.setLong(7, source.news());
                    row.setString(8, source.mark());
                    row.setBoolean(9, source.more());
                    row.setString(10, source.reason());
                  })
              .forgetAgent("DELETE FROM wake_sources WHERE seat = ?")
              .reads(SourceReads.class, Sql::new)
              .build(),
          Table.named("wake_source_days")
              .migrations(FILE)
              .write(
                  SaveSourceDay.class,
                  "INSERT INTO wake_source_days (source, seat, day, calls, unchanged, failed,"
                      + " processes, day_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
                      + " ON CONFLICT (source, day, seat) DO UPDATE SET calls = excluded.calls,"
                      + " unchanged = excluded.unchanged, failed = excluded.failed,"
                      + " processes = excluded.processes",
                  (row, write) -> {
                    var day = write.day();
                    row.setString(1, day.source());
                    row.setString(2, day.seat());
                    row.setLong(3, day.day());
                    row.setLong(4, day.calls());
                    row.setLong(5, day.unchanged());
                    row.setLong(6, day.failed());
                    row.setLong(7, day.processes());
                    row.setLong(8, day.day() * WakeRules.DAY_MILLIS);
                  })
              .removeOlderThan(WakeTable.KEPT, "day_at")
              .forgetAgent("DELETE FROM wake_source_days WHERE seat = ?")
              .build());

  private SourceTable() {}

  static long startOfDay(long wallMillis) {
    return wallMillis - Math.floorMod(wallMillis, WakeRules.DAY_MILLIS);
  }

  private static StoredSourceDay day(ResultSet row) throws SQLException {
    return new StoredSourceDay(
        row.getString(1),
        row.getString(2),
        row.getLong(3),
        row.getLong(4),
        row.getLong(5),
        row.getLong(6),
        row.getLong(7));
  }

  private record Sql(TableReader reader) implements SourceReads {
    @Override
    public List<StoredSource> answers(String source) {
      return reader.list(
          ANSWERS,
          row ->
              new StoredSource(
                  row.getString(1),
                  row.getString(2),
                  row.getLong(3),
                  row.getBoolean(4),
                  row.getLong(5),
                  row.getLong(6),
                  row.getLong(7),
                  row.getString(8),
                  row.getBoolean(9),
                  row.getString(10)),
          source);
    }

    @Override
    public List<StoredSourceDay> days(String source, long from) {
      return reader.list(DAYS, SourceTable::day, source, from);
    }

    @Override
    public List<StoredSourceDay> since(long wallMillis) {
      return reader.list(SINCE, SourceTable::day, startOfDay(wallMillis));
    }
  }
}

package dev.reveille.server.observe;

import dev.reveille.server.store.Table;
import dev.reveille.server.store.TableReader;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The tables of the numbers: minutes for a day, hours for eight days. */
public final class NumbersTable {
  static final Duration MINUTES_KEPT = Duration.ofDays(1);
  static final Duration HOURS_KEPT = Duration.ofDays(8);

  private static final String MINUTE = "numbers_by_minute";
  private static final String HOUR = "numbers_by_hour";

  static final String MINUTES = between(MINUTE);
  static final String HOURS = between(HOUR);
  static final String NEWEST_MINUTE = newest(MINUTE);
  static final String NEWEST_HOUR = newest(HOUR);

  private static final Table BY_MINUTE =
      Table.named(MINUTE)
          .migrations("V19__numbers.sql")
          .write(SaveMinute.class, save(MINUTE), (row, write) -> set(row, write.numbers()))
          .removeOlderThan(MINUTES_KEPT, "at")
          .reads(NumbersReads.class, Sql::new)
          .build();

  private static final Table BY_HOUR =
      Table.named(HOUR)
          .migrations("V19__numbers.sql")
          .write(SaveHour.class, save(HOUR), (row, write) -> set(row, write.numbers()))
          .removeOlderThan(HOURS_KEPT, "at")
          .build();

  public static final List<Table> TABLES = List.of(BY_MINUTE, BY_HOUR);

  private NumbersTable() {}

  private static String save(String table) {
    return "INSERT INTO "
        + table
        + " (at, seconds, figures) VALUES (?, ?, ?) ON CONFLICT (at) DO UPDATE"
        + " SET seconds = excluded.seconds, figures = excluded.figures";
  }

  private static String between(String table) {
    return "SELECT at, seconds, figures FROM "
        + table
        + " WHERE at >= ? AND at < ? ORDER BY at LIMIT ?";
  }

  private static String newest(String table) {
    return "SELECT at, seconds, figures FROM " + table + " ORDER BY at DESC LIMIT 1";
  }

  private static void set(PreparedStatement row, StoredNumbers numbers) throws SQLException {
    row.setLong(1, numbers.at());
    row.setLong(2, numbers.seconds());
    row.setString(3, numbers.figures());
  }

  private static StoredNumbers numbers(ResultSet row) throws SQLException {
    return new StoredNumbers(row.getLong(1), row.getLong(2), row.getString(3));
  }

  private record Sql(TableReader reader) implements NumbersReads {
    @Override
    public List<StoredNumbers> minutes(long from, long to, int limit) {
      return reader.list(MINUTES, NumbersTable::numbers, from, to, limit);
    }

    @Override
    public List<StoredNumbers> hours(long from, long to, int limit) {
      return reader.list(HOURS, NumbersTable::numbers, from, to, limit);
    }

    @Override
    public Optional<StoredNumbers> newestMinute() {
      return reader.first(NEWEST_MINUTE, NumbersTable::numbers);
    }

    @Override
    public Optional<StoredNumbers> newestHour() {
      return reader.first(NEWEST_HOUR, NumbersTable::numbers);
    }
  }
}

package dev.reveille.server.store;

import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.RemoveTimer;
import dev.reveille.server.kernel.SetTimer;
import dev.reveille.server.kernel.TimerId;
import dev.reveille.server.kernel.TimerReads;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** The table of stored timers of all features. An agent that owns a timer is not removed. */
public final class TimerTable {
  private static final String OF_NAME =
      " WHERE owner_kind = ? AND owner = ? AND kind = ? AND name = ?";
  static final String TIMERS_AFTER =
      "SELECT owner_kind, owner, kind, name, due_at, made_at, payload <> '', place FROM timers"
          + " WHERE (due_at, place) > (?, ?) ORDER BY due_at, place LIMIT ?";
  static final String TIMER = "SELECT due_at, made_at, payload FROM timers" + OF_NAME;

  public static final Table TABLE =
      Table.named("timers")
          .migrations("V14__timers.sql")
          .ids("place")
          .write(SetTimer.class, TimerTable::set)
          .write(
              RemoveTimer.class,
              "DELETE FROM timers" + OF_NAME,
              (row, write) -> name(row, write.timer()))
          .keepsAgent("SELECT 1 FROM timers t WHERE t.owner_kind = 'agent' AND t.owner = agents.id")
          .reads(TimerReads.class, Sql::new)
          .build();

  private TimerTable() {}

  private static TableWrite.Application<SetTimer> set(TableWriter writer) throws SQLException {
    var remove = writer.prepare("DELETE FROM timers" + OF_NAME);
    var row =
        writer.prepare(
            "INSERT INTO timers (owner_kind, owner, kind, name, due_at, made_at, payload, place)"
                + " VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
    return write -> {
      name(remove, write.timer());
      remove.executeUpdate();
      name(row, write.timer());
      row.setLong(5, write.at());
      row.setLong(6, write.madeAt());
      row.setString(7, write.payload());
      row.setLong(8, writer.nextId());
      row.executeUpdate();
    };
  }

  private static void name(PreparedStatement row, TimerId timer) throws SQLException {
    row.setString(1, timer.owner().kind());
    row.setString(2, timer.owner().name());
    row.setString(3, timer.kind());
    row.setString(4, timer.key());
  }

  private record Sql(TableReader reader) implements TimerReads {
    @Override
    public List<Row> timersAfter(long at, long place, int limit) {
      return reader.list(TIMERS_AFTER, TimerTable::row, at, place, Math.max(0, limit));
    }

    @Override
    public Optional<SetTimer> timer(TimerId timer) {
      return reader.first(
          TIMER,
          row -> new SetTimer(timer, row.getLong(1), row.getLong(2), row.getString(3)),
          timer.owner().kind(),
          timer.owner().name(),
          timer.kind(),
          timer.key());
    }
  }

  private static TimerReads.Row row(ResultSet row) throws SQLException {
    var owner = new CellId(row.getString(1), row.getString(2));
    return new TimerReads.Row(
        new TimerId(owner, row.getString(3), row.getString(4)),
        row.getLong(5),
        row.getLong(6),
        row.getBoolean(7),
        row.getLong(8));
  }
}

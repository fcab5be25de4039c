package dev.reveille.server.seat;

import static dev.reveille.server.seat.SeatSql.number;

import dev.reveille.server.store.Table;
import dev.reveille.server.store.TableReader;
import java.sql.Types;
import java.util.List;

/** The table of what sessions had used by a time. */
final class SeatUseTable {
  static final String OF_SESSION =
      "SELECT identity, session, at, tokens, micro_dollars FROM seat_use WHERE session = ?"
          + " AND slot >= COALESCE((SELECT slot FROM seat_use WHERE session = ? AND slot <= ?"
          + " AND at <= ? ORDER BY slot DESC LIMIT 1), 0) ORDER BY slot";

  static final Table TABLE =
      Table.named("seat_use")
          .migrations("V51__seat_use.sql")
          .write(
              NoteUse.class,
              "INSERT INTO seat_use (session, slot, identity, at, tokens, micro_dollars)"
                  + " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (session, slot) DO UPDATE SET"
                  + " identity = excluded.identity, at = excluded.at, tokens = excluded.tokens,"
                  + " micro_dollars = excluded.micro_dollars",
              (row, write) -> {
                var use = write.use();
                row.setString(1, use.session());
                row.setLong(2, use.slot());
                row.setString(3, use.identity());
                row.setLong(4, use.at());
                row.setObject(5, use.tokens(), Types.BIGINT);
                row.setObject(6, use.microDollars(), Types.BIGINT);
              })
          .forgetAgent("DELETE FROM seat_use WHERE identity = ?")
          .removeOlderThan(HandoffTable.KEPT, "at")
          .reads(SeatUseReads.class, Sql::new)
          .build();

  private SeatUseTable() {}

  private record Sql(TableReader tables) implements SeatUseReads {
    @Override
    public List<StoredUse> use(String session, long from) {
      return tables.list(
          OF_SESSION,
          row ->
              new StoredUse(
                  row.getString(1),
                  row.getString(2),
                  row.getLong(3),
                  number(row, 4),
                  number(row, 5)),
          session,
          session,
          Math.floorDiv(from, StoredUse.SLOT_MILLIS),
          from);
    }
  }
}

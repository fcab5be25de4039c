package dev.reveille.server.seat;

import static dev.reveille.server.seat.SeatSql.number;

import dev.reveille.protocol.SessionEnding;
import dev.reveille.server.store.TableReader;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** The questions of {@link MemoryReads} as SQL. */
record MemorySql(TableReader tables) implements MemoryReads {
  private static final String SESSION_COLUMNS =
      "SELECT id, identity, epoch, origin, reason, started_at, seen_at, ended_at, ending, model,"
          + " input_tokens, output_tokens, context_tokens, micro_dollars FROM seat_sessions";
  static final String SESSIONS =
      SESSION_COLUMNS + " WHERE identity = ? ORDER BY epoch DESC LIMIT ?";
  static final String SESSION = SESSION_COLUMNS + " WHERE id = ?";
  static final String STARTS =
      "SELECT count(*) FROM seat_sessions WHERE started_at >= ? AND started_at <= ?"
          + " AND (ending IS NULL OR ending NOT IN ('START_FAILED', 'CALLED_OFF'))";
  static final String HANDOFFS =
      "SELECT identity, session, number, at, author, done, next, questions, worked_on FROM handoffs"
          + " WHERE identity = ? AND number < ? ORDER BY number DESC LIMIT ?";
  private static final String WORKED = "SELECT identity, thing, session, at FROM worked_on_last";
  static final String WORKED_ON = WORKED + " WHERE identity = ? ORDER BY at DESC LIMIT ?";
  static final String WORKERS = WORKED + " WHERE thing = ? ORDER BY at DESC LIMIT ?";

  @Override
  public List<SeatSession> sessions(String identity, int limit) {
    return tables.list(SESSIONS, MemorySql::session, identity, limit);
  }

  @Override
  public Optional<SeatSession> session(String id) {
    return tables.first(SESSION, MemorySql::session, id);
  }

  @Override
  public long starts(long since, long until) {
    return tables.first(STARTS, row -> row.getLong(1), since, until).orElse(0L);
  }

  @Override
  public List<Handoff> handoffs(String identity, long before, int limit) {
    return tables.list(HANDOFFS, MemorySql::handoff, identity, before, limit);
  }

  @Override
  public List<WorkedOnLast> workedOn(String identity, int limit) {
    return tables.list(WORKED_ON, MemorySql::worked, identity, limit);
  }

  @Override
  public List<WorkedOnLast> workers(String thing, int limit) {
    return tables.list(WORKERS, MemorySql::worked, thing, limit);
  }

  private static SeatSession session(ResultSet row) throws SQLException {
    var ending = row.getString(9);
    return new SeatSession(
        row.getString(1),
        row.getString(2),
        row.getLong(3),
        row.getString(4),
        StartReason.valueOf(row.getString(5)),
        row.getLong(6),
        number(row, 7),
        number(row, 8),
        ending == null ? null : SessionEnding.valueOf(ending),
        new ModelUse(
            row.getString(10), number(row, 11), number(row, 12), number(row, 13), number(row, 14)));
  }

  private static Handoff handoff(ResultSet row) throws SQLException {
    return new Handoff(
        row.getString(1),
        row.getString(2),
        row.getLong(3),
        row.getLong(4),
        Handoff.Author.valueOf(row.getString(5)),
        row.getString(6),
        row.getString(7),
        row.getString(8),
        WordList.read(row.getString(9)));
  }

  private static WorkedOnLast worked(ResultSet row) throws SQLException {
    return new WorkedOnLast(row.getString(1), row.getString(2), row.getString(3), row.getLong(4));
  }
}

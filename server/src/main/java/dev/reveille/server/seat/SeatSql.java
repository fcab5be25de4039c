package dev.reveille.server.seat;

import dev.reveille.protocol.Priority;
import dev.reveille.protocol.SeatState;
import dev.reveille.server.store.TableReader;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The questions of {@link SeatReads} as SQL. */
record SeatSql(TableReader tables) implements SeatReads {
  private static final String COLUMNS =
      "SELECT identity, harness, folder, command, environment, route, auto_resume, priority,"
          + " daily_wakes, quiet, wish_wakes, wish_quiet, life, benched, opted_out, since, session,"
          + " limited_until, routes_paused, ends_in_row, nudged, step, job, seq, suspect,"
          + " failed_starts, crashes, crashed_at, deeds, idle_by FROM seats";
  static final String SEAT = COLUMNS + " WHERE identity = ?";
  static final String SEATS = COLUMNS + " WHERE identity > ? ORDER BY identity LIMIT ?";
  static final String COUNT = "SELECT count(*) FROM seats";
  static final String LOG =
      "SELECT identity, seq, at, event, previous, state, session, actor, evidence FROM seat_log"
          + " WHERE identity = ? AND seq < ? ORDER BY seq DESC LIMIT ?";
  static final String BODY = "SELECT identity, kind, holder, epoch FROM bodies WHERE identity = ?";

  @Override
  public Optional<StoredSeat> seat(String identity) {
    return tables.first(SEAT, SeatSql::seat, identity);
  }

  @Override
  public List<StoredSeat> seats(String after, int limit) {
    return tables.list(SEATS, SeatSql::seat, after, limit);
  }

  @Override
  public long count() {
    return tables.first(COUNT, row -> row.getLong(1)).orElse(0L);
  }

  @Override
  public List<StoredSeatLog> log(String identity, long before, int limit) {
    return tables.list(LOG, SeatSql::log, identity, before, limit);
  }

  @Override
  public Optional<StoredBody> body(String identity) {
    return tables.first(
        BODY,
        row -> new StoredBody(row.getString(1), row.getString(2), row.getString(3), row.getLong(4)),
        identity);
  }

  private static StoredSeatLog log(ResultSet row) throws SQLException {
    return new StoredSeatLog(
        row.getString(1),
        row.getLong(2),
        row.getLong(3),
        row.getString(4),
        SeatState.valueOf(row.getString(5)),
        SeatState.valueOf(row.getString(6)),
        row.getString(7),
        row.getString(8),
        row.getString(9));
  }

  private static StoredSeat seat(ResultSet row) throws SQLException {
    var step = row.getString(22);
    var wakes = number(row, 11);
    return new StoredSeat(
        new Seat(
            row.getString(1),
            row.getString(2),
            row.getString(3),
            WordList.read(row.getString(4)),
            WordList.read(row.getString(5)),
            row.getString(6),
            row.getBoolean(7),
            Priority.of(row.getString(8)).orElse(Priority.NORMAL),
            row.getInt(9),
            quiet(row.getString(10))),
        new SeatProgress(
            new SeatStatus(
                SeatState.valueOf(row.getString(13)), row.getBoolean(14), row.getBoolean(15)),
            new SeatWishes(wakes == null ? null : wakes.intValue(), quiet(row.getString(12))),
            row.getLong(16),
            row.getString(17),
            row.getString(25),
            number(row, 18),
            row.getBoolean(19),
            new TrackRecord(
                row.getInt(20),
                row.getInt(26),
                row.getInt(27),
                row.getLong(28),
                TrackRecord.Deeds.valueOf(row.getString(29))),
            row.getBoolean(21),
            IdleBy.valueOf(row.getString(30)),
            step == null ? null : SeatStep.valueOf(step),
            row.getLong(23),
            row.getLong(24)));
  }

  private static @Nullable QuietHours quiet(@Nullable String text) {
    return text == null ? null : QuietHours.of(text).orElse(null);
  }

  static @Nullable Long number(ResultSet row, int column) throws SQLException {
    long number = row.getLong(column);
    return row.wasNull() ? null : number;
  }
}

package dev.reveille.server.seat;

import dev.reveille.server.store.Table;
import dev.reveille.server.store.TableWrite;
import dev.reveille.server.store.TableWriter;
import dev.reveille.server.store.WriteFailure;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.util.List;

/** The tables of seats: bodies, definitions with states, and logs. */
final class SeatTable {
  private static final String MIGRATION = "V30__seats.sql";
  private static final String TRACK = "V47__seat_track.sql";

  /** A row of a log is removed after this time. */
  static final Duration KEPT = Duration.ofDays(90);

  private static final String SAVE =
      "INSERT INTO seats (harness, folder, command, environment, route, auto_resume, priority,"
          + " daily_wakes, quiet, defined_at, identity, life, benched, opted_out, since,"
          + " routes_paused, ends_in_row, nudged, job, seq)"
          + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'NEVER_STARTED', FALSE, FALSE, ?, FALSE, 0,"
          + " FALSE, 0, 0) ON CONFLICT (identity) DO UPDATE SET harness = excluded.harness,"
          + " folder = excluded.folder, command = excluded.command,"
          + " environment = excluded.environment, route = excluded.route,"
          + " auto_resume = excluded.auto_resume, priority = excluded.priority,"
          + " daily_wakes = excluded.daily_wakes, quiet = excluded.quiet,"
          + " defined_at = excluded.defined_at";
  private static final String MOVE =
      "UPDATE seats SET wish_wakes = ?, wish_quiet = ?, life = ?, benched = ?, opted_out = ?,"
          + " since = ?, session = ?, suspect = ?, limited_until = ?, routes_paused = ?, ends_in_row = ?,"
          + " nudged = ?, step = ?, job = ?, seq = ?, failed_starts = ?, crashes = ?, crashed_at = ?,"
          + " deeds = ?, idle_by = ? WHERE identity = ? AND seq = ?";

  private static final Table BODIES =
      Table.named("bodies")
          .migrations(MIGRATION)
          .write(TakeBody.class, SeatTable::take)
          .forgetAgent("DELETE FROM bodies WHERE identity = ?")
          .build();

  private static final Table SEATS =
      Table.named("seats")
          .migrations(MIGRATION, TRACK)
          .write(SaveSeat.class, SAVE, SeatTable::define)
          .write(MoveSeat.class, SeatTable::move)
          .write(RemoveSeat.class, SeatTable::remove)
          .keepsAgent("SELECT 1 FROM seats s WHERE s.identity = agents.id")
          .reads(SeatReads.class, SeatSql::new)
          .build();

  private static final Table LOG =
      Table.named("seat_log")
          .migrations(MIGRATION)
          .write(
              AppendSeatLog.class,
              "INSERT INTO seat_log (identity, seq, at, event, previous, state, session, actor,"
                  + " evidence) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
              (row, write) -> {
                var log = write.row();
                row.setString(1, log.identity());
                row.setLong(2, log.seq());
                row.setLong(3, log.at());
                row.setString(4, log.event());
                row.setString(5, log.previous().name());
                row.setString(6, log.state().name());
                row.setString(7, log.session());
                row.setString(8, log.actor());
                row.setString(9, log.evidence());
              })
          .forgetAgent("DELETE FROM seat_log WHERE identity = ?")
          .removeOlderThan(KEPT, "at")
          .build();

  static final List<Table> TABLES = List.of(BODIES, SEATS, LOG);

  private SeatTable() {}

  private static void define(PreparedStatement row, SaveSeat write) throws SQLException {
    var seat = write.seat();
    var quiet = seat.quiet();
    row.setString(1, seat.harness());
    row.setString(2, seat.folder());
    row.setString(3, WordList.text(seat.command()));
    row.setString(4, WordList.text(seat.environment()));
    row.setString(5, seat.route());
    row.setBoolean(6, seat.autoResume());
    row.setString(7, seat.priority().word());
    row.setLong(8, seat.dailyWakes());
    row.setString(9, quiet == null ? null : quiet.text());
    row.setLong(10, write.at());
    row.setString(11, seat.identity());
    row.setLong(12, write.at());
  }

  private static TableWrite.Application<MoveSeat> move(TableWriter writer) throws SQLException {
    var row = writer.prepare(MOVE);
    return write -> {
      var now = write.progress();
      var quiet = now.wishes().quiet();
      var step = now.step();
      row.setObject(1, now.wishes().dailyWakes(), Types.BIGINT);
      row.setString(2, quiet == null ? null : quiet.text());
      row.setString(3, now.status().life().name());
      row.setBoolean(4, now.status().benched());
      row.setBoolean(5, now.status().optedOut());
      row.setLong(6, now.since());
      row.setString(7, now.session());
      row.setString(8, now.suspect());
      row.setObject(9, now.limitedUntil(), Types.BIGINT);
      row.setBoolean(10, now.routesPaused());
      row.setLong(11, now.endsInRow());
      row.setBoolean(12, now.nudged());
      row.setString(13, step == null ? null : step.name());
      row.setLong(14, now.job());
      row.setLong(15, now.seq());
      row.setLong(16, now.track().failedStarts());
      row.setLong(17, now.track().crashes());
      row.setLong(18, now.track().crashedAt());
      row.setString(19, now.track().deeds().name());
      row.setString(20, now.idleBy().name());
      row.setString(21, write.identity());
      row.setLong(22, write.before());
      if (row.executeUpdate() == 0) {
        throw WriteFailure.refused(
            "Not stored: change " + now.seq() + " of the seat " + write.identity() + " is late.");
      }
    };
  }

  private static TableWrite.Application<RemoveSeat> remove(TableWriter writer) throws SQLException {
    var log = writer.prepare("DELETE FROM seat_log WHERE identity = ?");
    var seat = writer.prepare("DELETE FROM seats WHERE identity = ?");
    return write -> {
      log.setString(1, write.identity());
      log.executeUpdate();
      seat.setString(1, write.identity());
      seat.executeUpdate();
    };
  }

  private static TableWrite.Application<TakeBody> take(TableWriter writer) throws SQLException {
    var first =
        writer.prepare(
            "INSERT INTO bodies (kind, holder, epoch, identity) VALUES (?, ?, ?, ?)"
                + " ON CONFLICT (identity) DO NOTHING");
    var next =
        writer.prepare(
            "UPDATE bodies SET kind = ?, holder = ?, epoch = ? WHERE identity = ? AND epoch = ?");
    return write -> {
      var body = write.body();
      var row = body.epoch() == 1 ? first : next;
      row.setString(1, body.kind());
      row.setString(2, body.holder());
      row.setLong(3, body.epoch());
      row.setString(4, body.identity());
      if (body.epoch() > 1) row.setLong(5, body.epoch() - 1);
      if (row.executeUpdate() == 0) {
        throw WriteFailure.refused(
            "Not stored: another took the body of " + body.identity() + " meanwhile.");
      }
    };
  }
}

package dev.reveille.server.seat;

import dev.reveille.server.store.Table;
import dev.reveille.server.store.TableWrite;
import dev.reveille.server.store.TableWriter;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.util.List;

/** The tables of sessions, handoffs and what was worked on. */
final class HandoffTable {
  private static final String MIGRATION = "V30__seats.sql";

  /** A session is removed this long after its end. */
  static final Duration KEPT = Duration.ofDays(90);

  private static final String SAVE =
      "INSERT INTO seat_sessions (id, identity, epoch, origin, reason, started_at, seen_at,"
          + " ended_at, ending, model, input_tokens, output_tokens, context_tokens, micro_dollars)"
          + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET"
          + " epoch = excluded.epoch, seen_at = excluded.seen_at, ended_at = excluded.ended_at,"
          + " ending = excluded.ending, model = excluded.model,"
          + " input_tokens = excluded.input_tokens, output_tokens = excluded.output_tokens,"
          + " context_tokens = excluded.context_tokens, micro_dollars = excluded.micro_dollars";

  private static final Table SESSIONS =
      Table.named("seat_sessions")
          .migrations(MIGRATION, "V48__seat_starts.sql")
          .write(SaveSeatSession.class, SAVE, HandoffTable::save)
          .forgetAgent("DELETE FROM seat_sessions WHERE identity = ?")
          .removeOlderThan(KEPT, "ended_at")
          .reads(MemoryReads.class, MemorySql::new)
          .build();

  private static final Table HANDOFFS =
      Table.named("handoffs")
          .migrations(MIGRATION)
          .write(AddHandoff.class, HandoffTable::add)
          .forgetAgent("DELETE FROM handoffs WHERE identity = ?")
          .build();

  private static final Table WORKED_ON =
      Table.named("worked_on_last")
          .migrations(MIGRATION)
          .forgetAgent("DELETE FROM worked_on_last WHERE identity = ?")
          .build();

  static final List<Table> TABLES = List.of(SESSIONS, HANDOFFS, WORKED_ON, SeatUseTable.TABLE);

  private HandoffTable() {}

  private static void save(PreparedStatement row, SaveSeatSession write) throws SQLException {
    var session = write.session();
    var ending = session.ending();
    var use = session.use();
    row.setString(1, session.id());
    row.setString(2, session.identity());
    row.setLong(3, session.epoch());
    row.setString(4, session.origin());
    row.setString(5, session.reason().name());
    row.setLong(6, session.startedAt());
    row.setObject(7, session.seenAt(), Types.BIGINT);
    row.setObject(8, session.endedAt(), Types.BIGINT);
    row.setString(9, ending == null ? null : ending.name());
    row.setString(10, use.model());
    row.setObject(11, use.inputTokens(), Types.BIGINT);
    row.setObject(12, use.outputTokens(), Types.BIGINT);
    row.setObject(13, use.contextTokens(), Types.BIGINT);
    row.setObject(14, use.microDollars(), Types.BIGINT);
  }

  private static TableWrite.Application<AddHandoff> add(TableWriter writer) throws SQLException {
    var row =
        writer.prepare(
            "INSERT INTO handoffs (identity, number, session, at, author, done, next, questions,"
                + " worked_on) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
    var old = writer.prepare("DELETE FROM handoffs WHERE identity = ? AND number <= ?");
    var thing =
        writer.prepare(
            "INSERT INTO worked_on_last (identity, thing, session, at) VALUES (?, ?, ?, ?)"
                + " ON CONFLICT (identity, thing) DO UPDATE SET session = excluded.session,"
                + " at = excluded.at");
    return write -> {
      var handoff = write.handoff();
      row.setString(1, handoff.identity());
      row.setLong(2, handoff.number());
      row.setString(3, handoff.session());
      row.setLong(4, handoff.at());
      row.setString(5, handoff.author().name());
      row.setString(6, handoff.done());
      row.setString(7, handoff.next());
      row.setString(8, handoff.questions());
      row.setString(9, WordList.text(handoff.workedOn()));
      row.executeUpdate();
      old.setString(1, handoff.identity());
      old.setLong(2, handoff.number() - write.keep());
      old.executeUpdate();
      for (var word : handoff.workedOn()) {
        thing.setString(1, handoff.identity());
        thing.setString(2, word);
        thing.setString(3, handoff.session());
        thing.setLong(4, handoff.at());
        thing.executeUpdate();
      }
    };
  }
}

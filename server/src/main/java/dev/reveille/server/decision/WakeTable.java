package dev.reveille.server.decision;

import dev.reveille.server.mail.HeldReads;
import dev.reveille.server.store.Table;
import dev.reveille.server.store.TableReader;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The tables of wakes: the ledger of decisions, the memory of each seat, and the gate. */
public final class WakeTable {
  public static final Duration KEPT = Duration.ofDays(30);
  private static final String GATE_NAME = "wakes";
  private static final String FILE = "V35__wake.sql";
  private static final String HEARD = "V49__wake_heard.sql";
  private static final String COSTS = "V42__wake_costs.sql";

  private static final String COLUMNS =
      "SELECT seat, n, first_at, last_at, times, action, reasons, inputs, proof, proof_at,"
          + " use_session, use_total, rested, measured, rest_tokens,"
          + " offered_at, retrieved_at, started_at"
          + " FROM wake_decisions";
  static final String LAST = COLUMNS + " WHERE seat = ? ORDER BY n DESC LIMIT 1";
  static final String AT = COLUMNS + " WHERE seat = ? AND first_at <= ? ORDER BY n DESC LIMIT 1";
  static final String AFTER = COLUMNS + " WHERE seat = ? AND n > ? ORDER BY n LIMIT ?";
  static final String SINCE = COLUMNS + " WHERE last_at >= ? ORDER BY last_at, seat, n LIMIT ?";
  static final String SINCE_AFTER =
      COLUMNS + " WHERE (last_at, seat, n) > (?, ?, ?) ORDER BY last_at, seat, n LIMIT ?";
  static final String SENT =
      COLUMNS
          + " WHERE action <> 'NONE' AND first_at >= ? AND first_at <= ?"
          + " ORDER BY first_at DESC, seat DESC, n DESC LIMIT ?";
  static final String WAKE =
      "SELECT seat, day, used, senders, wake_at, hash, wakes_of_state, abandoned, mark, asleep_until,"
          + " unheard, flight_n, flight_at, flight_nonce, flight_action, flight_from FROM wake_seats WHERE seat = ?";
  static final String IN_FLIGHT = "SELECT seat FROM wake_seats WHERE flight_n IS NOT NULL";
  static final String UNHEARD = "SELECT seat FROM wake_seats WHERE unheard = 1";
  static final String GATE =
      "SELECT state, at, actor, reason, fence, closed_from, closed_until FROM wake_gate WHERE name = ?";

  private static final Table DECISIONS =
      Table.named("wake_decisions")
          .migrations(FILE, COSTS, "V46__wake_proof_times.sql", "V51__seat_use.sql")
          .write(
              SaveDecision.class,
              "INSERT INTO wake_decisions (seat, n, first_at, last_at, times, action, reasons,"
                  + " inputs, proof, proof_at, use_session, use_total, rested, measured,"
                  + " rest_tokens, offered_at, retrieved_at, started_at)"
                  + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
                  + " ON CONFLICT (seat, n) DO UPDATE SET last_at = excluded.last_at,"
                  + " times = excluded.times, proof = excluded.proof,"
                  + " proof_at = excluded.proof_at, use_session = excluded.use_session,"
                  + " use_total = excluded.use_total, rested = excluded.rested,"
                  + " measured = excluded.measured, rest_tokens = excluded.rest_tokens,"
                  + " offered_at = excluded.offered_at, retrieved_at = excluded.retrieved_at,"
                  + " started_at = excluded.started_at",
              (row, write) -> set(row, write.decision()))
          .removeOlderThan(KEPT, "last_at")
          .forgetAgent("DELETE FROM wake_decisions WHERE seat = ?")
          .reads(WakeReads.class, Sql::new)
          .reads(HeldReads.class, reader -> agent -> new Sql(reader).held(agent))
          .build();

  private static final Table SEATS =
      Table.named("wake_seats")
          .migrations(FILE, "V43__wake_routes.sql", HEARD)
          .write(
              SaveWake.class,
              "INSERT INTO wake_seats (seat, day, used, senders, wake_at, hash, wakes_of_state,"
                  + " abandoned, mark, asleep_until, unheard, flight_n, flight_at,"
                  + " flight_nonce, flight_action, flight_from)"
                  + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
                  + " ON CONFLICT (seat) DO UPDATE SET day = excluded.day, used = excluded.used,"
                  + " senders = excluded.senders, wake_at = excluded.wake_at, hash = excluded.hash,"
                  + " wakes_of_state = excluded.wakes_of_state, abandoned = excluded.abandoned,"
                  + " mark = excluded.mark, asleep_until = excluded.asleep_until,"
                  + " unheard = excluded.unheard, flight_n = excluded.flight_n,"
                  + " flight_at = excluded.flight_at, flight_nonce = excluded.flight_nonce,"
                  + " flight_action = excluded.flight_action,"
                  + " flight_from = excluded.flight_from",
              (row, write) -> set(row, write.wake()))
          .forgetAgent("DELETE FROM wake_seats WHERE seat = ?")
          .build();

  private static final Table GATES =
      Table.named("wake_gate")
          .migrations(FILE, COSTS, HEARD)
          .write(
              SaveGate.class,
              "INSERT INTO wake_gate (name, state, at, actor, reason, fence,"
                  + " closed_from, closed_until) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
                  + " ON CONFLICT (name) DO UPDATE SET state = excluded.state, at = excluded.at,"
                  + " actor = excluded.actor, reason = excluded.reason,"
                  + " fence = excluded.fence, closed_from = excluded.closed_from,"
                  + " closed_until = excluded.closed_until",
              (row, write) -> {
                row.setString(1, GATE_NAME);
                row.setString(2, write.gate().state().name());
                row.setLong(3, write.gate().at());
                row.setString(4, write.gate().actor());
                row.setString(5, write.gate().reason());
                row.setLong(6, write.gate().fence());
                row.setLong(7, write.gate().closed().from());
                row.setLong(8, write.gate().closed().until());
              })
          .build();

  public static final List<Table> TABLES = List.of(DECISIONS, SEATS, GATES);

  private WakeTable() {}

  private static void set(PreparedStatement row, StoredDecision decision) throws SQLException {
    row.setString(1, decision.seat());
    row.setLong(2, decision.n());
    row.setLong(3, decision.firstAt());
    row.setLong(4, decision.lastAt());
    row.setLong(5, decision.times());
    row.setString(6, decision.action().name());
    row.setString(7, decision.reasons());
    row.setString(8, decision.inputs());
    var proof = decision.proof();
    row.setString(9, proof == null ? null : proof.name());
    var proofAt = decision.proofAt();
    if (proofAt == null) row.setNull(10, Types.BIGINT);
    else row.setLong(10, proofAt);
    var use = decision.use();
    row.setString(11, use.session());
    if (use.total().known()) row.setLong(12, use.total().value());
    else row.setNull(12, Types.BIGINT);
    row.setLong(13, use.rested());
    row.setLong(14, use.measured());
    row.setLong(15, use.tokens());
    row.setLong(16, decision.reached().offered());
    row.setLong(17, decision.reached().retrieved());
    row.setLong(18, decision.reached().started());
  }

  private static StoredDecision decision(ResultSet row) throws SQLException {
    var proof = row.getString(9);
    long proofAt = row.getLong(10);
    boolean none = row.wasNull();
    return new StoredDecision(
        row.getString(1),
        row.getLong(2),
        row.getLong(3),
        row.getLong(4),
        row.getLong(5),
        WakeAction.valueOf(row.getString(6)),
        row.getString(7),
        row.getString(8),
        proof == null ? null : WakeProof.valueOf(proof),
        none ? null : proofAt,
        use(row),
        new ProofTimes(row.getLong(16), row.getLong(17), row.getLong(18)));
  }

  private static RestUse use(ResultSet row) throws SQLException {
    long total = row.getLong(12);
    boolean unknown = row.wasNull();
    return new RestUse(
        row.getString(11),
        unknown ? Reading.UNKNOWN : Reading.of(total),
        row.getLong(13),
        row.getLong(14),
        row.getLong(15));
  }

  private static void set(PreparedStatement row, StoredWake wake) throws SQLException {
    row.setString(1, wake.seat());
    row.setLong(2, wake.day());
    row.setLong(3, wake.used());
    row.setString(4, wake.senders().text());
    row.setLong(5, wake.wakeAt());
    row.setLong(6, wake.hash());
    row.setLong(7, wake.wakesOfState());
    row.setLong(8, wake.abandoned());
    row.setLong(9, wake.mark());
    row.setLong(10, wake.asleepUntil());
    row.setLong(11, wake.unheard() ? 1 : 0);
    var flight = wake.flight();
    if (flight == null) {
      row.setNull(12, Types.BIGINT);
      row.setNull(13, Types.BIGINT);
      row.setString(14, null);
      row.setString(15, null);
      row.setNull(16, Types.BIGINT);
    } else {
      row.setLong(12, flight.n());
      row.setLong(13, flight.at());
      row.setString(14, flight.nonce());
      row.setString(15, flight.action().name());
      row.setLong(16, flight.from());
    }
  }

  /** Returns an action. An unreadable action counts as in flight until its time is over. */
  private static WakeAction action(@Nullable String word) {
    for (var action : WakeAction.values()) if (action.name().equals(word)) return action;
    return WakeAction.NONE;
  }

  private static StoredWake wake(ResultSet row) throws SQLException {
    var nonce = row.getString(14);
    var flight =
        nonce == null
            ? null
            : new StoredWake.Flight(
                row.getLong(12),
                row.getLong(13),
                nonce,
                action(row.getString(15)),
                row.getLong(16));
    return new StoredWake(
        row.getString(1),
        row.getLong(2),
        row.getInt(3),
        SenderCounts.read(row.getString(4)),
        row.getLong(5),
        row.getLong(6),
        row.getInt(7),
        row.getInt(8),
        row.getLong(9),
        row.getLong(10),
        row.getLong(11) != 0,
        flight);
  }

  private static StoredGate gate(ResultSet row) throws SQLException {
    for (var state : GateState.values()) {
      if (state.name().equals(row.getString(1))) {
        return new StoredGate(
            state,
            row.getLong(2),
            row.getString(3),
            row.getString(4),
            row.getLong(5),
            new StoredGate.Closed(row.getLong(6), row.getLong(7)));
      }
    }
    return StoredGate.UNREADABLE;
  }

  private record Sql(TableReader reader) implements WakeReads {
    @Override
    public Optional<StoredWake> wake(String seat) {
      return reader.first(WAKE, WakeTable::wake, seat);
    }

    List<String> held(String agent) {
      return last(agent).map(StoredDecision::held).orElse(List.of());
    }

    @Override
    public List<String> inFlight() {
      return reader.list(IN_FLIGHT, row -> row.getString(1));
    }

    @Override
    public List<String> unheard() {
      return reader.list(UNHEARD, row -> row.getString(1));
    }

    @Override
    public Optional<StoredDecision> last(String seat) {
      return reader.first(LAST, WakeTable::decision, seat);
    }

    @Override
    public Optional<StoredDecision> at(String seat, long wallMillis) {
      return reader.first(AT, WakeTable::decision, seat, wallMillis);
    }

    @Override
    public List<StoredDecision> after(String seat, long n, int limit) {
      return reader.list(AFTER, WakeTable::decision, seat, n, limit);
    }

    @Override
    public List<StoredDecision> since(long wallMillis, @Nullable StoredDecision after, int limit) {
      return after == null
          ? reader.list(SINCE, WakeTable::decision, wallMillis, limit)
          : reader.list(
              SINCE_AFTER, WakeTable::decision, after.lastAt(), after.seat(), after.n(), limit);
    }

    @Override
    public List<StoredDecision> sent(long from, long to, int limit) {
      return reader.list(SENT, WakeTable::decision, from, to, limit);
    }

    @Override
    public StoredGate gate() {
      return reader.first(GATE, WakeTable::gate, GATE_NAME).orElse(StoredGate.UNREADABLE);
    }
  }
}

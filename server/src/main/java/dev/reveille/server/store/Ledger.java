package dev.reveille.server.store;

import dev.reveille.server.kernel.Committer.Submission;
import dev.reveille.server.store.WriteFailure.Fault;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The writing connection. It runs one transaction at a time, each under the epoch that was taken
 * when the connection was opened.
 *
 * <p>Owned by the writer's thread. A transaction that fails changes nothing, neither in the
 * database nor here.
 */
final class Ledger implements AutoCloseable {

  /** A transaction that is not a unit. */
  interface Work<T> {
    T on(Connection connection) throws SQLException, WriteFailure;
  }

  private static final Logger log = LoggerFactory.getLogger(Ledger.class);

  private final Connection connection;
  private final Statement control;
  private final PreparedStatement currentEpoch;
  private final Dialect dialect;
  private final TableWriter statements;
  private final long epoch;
  private boolean inTrouble;

  Ledger(Dialect dialect, Connection connection, Tables tables) throws SQLException, WriteFailure {
    this.dialect = dialect;
    this.connection = connection;
    this.control = connection.createStatement();
    this.currentEpoch =
        connection.prepareStatement("SELECT epoch, last_id FROM epochs WHERE shard = 0");
    this.epoch = takeEpoch();
    this.statements = new TableWriter(connection, tables, lastId(tables.idColumns()));
  }

  long epoch() {
    return epoch;
  }

  /** Makes all of these units durable, or none. */
  void commit(List<Submission> units) throws WriteFailure {
    transact(
        _ -> {
          for (var submission : units) {
            for (var write : submission.unit().writes()) statements.apply(write);
          }
          statements.send();
          return true;
        });
    statements.committed();
  }

  /** Runs the work in its own transaction. Ids that were given before are never given again. */
  <T> T work(Work<T> work) throws WriteFailure {
    // The work may have removed streams whose last seq is cached here.
    statements.forgetStreams();
    return transact(
        c -> {
          var result = work.on(c);
          control.executeUpdate(
              "UPDATE epochs SET last_id = " + statements.lastId() + " WHERE shard = 0");
          return result;
        });
  }

  /** Runs a pragma and returns its first value; empty if it has none. */
  String pragma(String pragma) throws SQLException {
    if (!control.execute("PRAGMA " + pragma)) return "";
    try (var row = control.getResultSet()) {
      return row.next() ? row.getString(1) : "";
    }
  }

  private <T> T transact(Work<T> work) throws WriteFailure {
    long lastId = statements.lastId();
    try {
      control.execute(dialect.begin());
      checkEpoch();
      var result = work.on(connection);
      control.execute("COMMIT");
      inTrouble(false);
      return result;
    } catch (SQLException e) {
      rollBack(lastId, e);
      var failure = dialect.failure(e);
      if (failure.fault() == Fault.DISK) inTrouble(true);
      throw failure;
    } catch (WriteFailure e) {
      rollBack(lastId, e);
      throw e;
    } catch (RuntimeException | Error e) {
      rollBack(lastId, e);
      throw new WriteFailure(Fault.UNIT, "Not stored: " + e, e);
    }
  }

  /** Sets how long the next transaction waits for another program's lock. */
  private void inTrouble(boolean now) {
    if (now == inTrouble) return;
    try {
      control.execute(dialect.waitForLocks(now));
      inTrouble = now;
    } catch (SQLException e) {
      log.warn("The wait for locks could not be changed", e);
    }
  }

  private void checkEpoch() throws SQLException, WriteFailure {
    try (var row = currentEpoch.executeQuery()) {
      if (!row.next() || row.getLong(1) != epoch) {
        throw new WriteFailure(
            Fault.OWNER,
            "Not stored: another process owns the store now. Stop this one, or that one and start"
                + " this one again.");
      }
    }
  }

  private void rollBack(long lastId, Throwable cause) {
    try {
      statements.rollBack(lastId);
      if (!connection.isClosed()) control.execute("ROLLBACK");
    } catch (SQLException | RuntimeException e) {
      // After some errors SQLite has already rolled back and reports that there is no transaction.
      cause.addSuppressed(e);
    }
  }

  private long takeEpoch() throws SQLException {
    control.execute(dialect.begin());
    control.executeUpdate("UPDATE epochs SET epoch = epoch + 1 WHERE shard = 0");
    long taken;
    try (var row = currentEpoch.executeQuery()) {
      if (!row.next()) throw new SQLException("the table of epochs is empty");
      taken = row.getLong(1);
    }
    control.execute("COMMIT");
    return taken;
  }

  private long lastId(List<String> columns) throws SQLException {
    long last = highest("last_id) FROM epochs");
    for (var column : columns) last = Math.max(last, highest(column));
    return last;
  }

  private long highest(String column) throws SQLException {
    try (var row = control.executeQuery("SELECT max(" + column)) {
      return row.next() ? row.getLong(1) : 0;
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}

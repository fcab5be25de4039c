package dev.reveille.server.store;

import dev.reveille.server.kernel.Write;
import dev.reveille.server.store.WriteFailure.Fault;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The writing connection, as the writes of a {@link Table} use it. It prepares their statements,
 * finds the write of each class, and gives ids.
 *
 * <p>Owned by the {@link Ledger}, used on the writer's thread.
 */
public final class TableWriter {
  private final Connection connection;
  private final Map<Class<?>, Applied<?>> applied = new HashMap<>();
  private final List<Batch> batches = new ArrayList<>();
  private final Map<Class<?>, Remembered> shared = new HashMap<>();
  private final List<PreparedStatement> forgetChannel = new ArrayList<>();
  private final List<PreparedStatement> forgetEntries = new ArrayList<>();
  private final StreamTails tails;
  private long lastId;

  TableWriter(Connection connection, Tables tables, long lastId) throws SQLException {
    this.connection = connection;
    this.lastId = lastId;
    tails = new StreamTails(connection);
    for (var write : tables.writes()) applied.put(write.type(), applied(write));
    for (var sql : tables.forgetChannel()) forgetChannel.add(prepare(sql));
    for (var sql : tables.forgetEntries()) forgetEntries.add(prepare(sql));
  }

  private record Applied<W extends Write>(Class<W> type, TableWrite.Application<W> application) {
    void apply(Write write) throws SQLException, WriteFailure {
      application.apply(type.cast(write));
    }
  }

  private <W extends Write> Applied<W> applied(TableWrite<W> write) throws SQLException {
    return new Applied<>(write.type(), write.prepare().on(this));
  }

  /** Rows that are collected and sent together at the end of the transaction. */
  public static final class Batch {
    private final PreparedStatement statement;
    private final @Nullable String unlessChanged;
    private int collected;

    private Batch(PreparedStatement statement, @Nullable String unlessChanged) {
      this.statement = statement;
      this.unlessChanged = unlessChanged;
    }

    /** Returns the statement. Set its parameters before {@link #add}. */
    public PreparedStatement row() {
      return statement;
    }

    /** Adds the row with the parameters that were set. */
    public void add() throws SQLException {
      statement.addBatch();
      collected++;
    }

    private void send() throws SQLException, WriteFailure {
      if (collected == 0) return;
      collected = 0;
      var changed = statement.executeBatch();
      if (unlessChanged == null) return;
      for (int rows : changed) if (rows == 0) throw WriteFailure.refused(unlessChanged);
    }

    private void clear() throws SQLException {
      collected = 0;
      statement.clearBatch();
    }
  }

  /** Prepares a statement that runs at once. */
  public PreparedStatement prepare(String sql) throws SQLException {
    return connection.prepareStatement(sql);
  }

  /**
   * Prepares a statement for a frequent write. Use it only for writes whose order relative to other
   * writes does not change the result.
   */
  public Batch batch(String sql) throws SQLException {
    return add(new Batch(prepare(sql), null));
  }

  /**
   * Prepares a statement for a frequent write, each of which must change a row. Batches are sent in
   * the order in which they were prepared.
   *
   * @param unlessChanged why the transaction is refused if one changes nothing
   */
  public Batch batch(String sql, String unlessChanged) throws SQLException {
    return add(new Batch(prepare(sql), unlessChanged));
  }

  private Batch add(Batch batch) {
    batches.add(batch);
    return batch;
  }

  /** Something that the writes of a table remember of what is stored. */
  public interface Remembered {
    /** Forgets it: a transaction was rolled back. */
    void forget();
  }

  /** Returns what the writes of a table remember: one object of this type for the connection. */
  public <R extends Remembered> R shared(Class<R> type, Supplier<R> make) {
    return type.cast(shared.computeIfAbsent(type, _ -> make.get()));
  }

  /** Returns the next id of the series that all tables share. Ids rise in the order of writes. */
  public long nextId() {
    return ++lastId;
  }

  /**
   * Sends the collected rows. Call it before a write reads rows that may be in a batch, and before
   * it sets the parameters of a row: they are cleared.
   */
  public void send() throws SQLException, WriteFailure {
    for (int i = 0; i < batches.size(); i++) batches.get(i).send();
  }

  /**
   * Returns the last seq of a stream, with what was written before in the same transaction; 0 if
   * there is no such stream.
   */
  public long lastSeq(String stream) throws SQLException {
    return tails.last(stream);
  }

  /** Removes the rows of a channel from every table, and its stream. */
  public void forgetChannel(String name) throws SQLException {
    for (var statement : forgetEntries) {
      statement.setString(1, name);
      statement.setLong(2, Long.MAX_VALUE);
      statement.executeUpdate();
    }
    for (var statement : forgetChannel) {
      statement.setString(1, name);
      statement.executeUpdate();
    }
    tails.forget(name);
  }

  void apply(Write write) throws SQLException, WriteFailure {
    var known = applied.get(write.getClass());
    if (known == null) {
      throw new WriteFailure(Fault.UNIT, "Not stored: no table has the write " + write);
    }
    known.apply(write);
  }

  /** Returns the last seqs of the streams. They run ahead of the database within a transaction. */
  StreamTails tails() {
    return tails;
  }

  void committed() {
    tails.committed();
  }

  void forgetStreams() {
    tails.forget();
  }

  /** Drops the collected rows and sets the counter of ids back to this value. */
  void rollBack(long lastIdBefore) throws SQLException {
    lastId = lastIdBefore;
    tails.forget();
    shared.values().forEach(Remembered::forget);
    for (var batch : batches) batch.clear();
  }

  long lastId() {
    return lastId;
  }
}

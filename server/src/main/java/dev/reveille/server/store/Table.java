package dev.reveille.server.store;

import dev.reveille.server.kernel.Contribution;
import dev.reveille.server.kernel.Write;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A table of the database, as data: the writes that change it, the reads that it offers, the
 * migrations that make it, and the rows that are removed with an agent, a channel or an entry. One
 * feature owns it. The store knows it only by this description.
 */
public final class Table implements Contribution {
  /**
   * Reads that a table offers: a feature's interface, and a function that makes its implementation.
   */
  record Reads<R>(Class<R> type, Function<TableReader, R> open) {}

  /**
   * Says which rows are removed because of their age.
   *
   * @param before statements that remove what belongs to these rows. Their one parameter is the
   *     time of the newest row that goes
   */
  record OldRows(Duration age, String column, List<String> before) {}

  /** Sets the parameters of a statement for one write. The statement runs when this returns. */
  public interface Binding<W extends Write> {
    void bind(PreparedStatement statement, W write) throws SQLException;
  }

  private final String name;
  private final List<TableWrite<?>> writes;
  private final List<Reads<?>> reads;
  private final List<String> migrations;
  private final @Nullable String idColumn;
  private final @Nullable String keepsAgent;
  private final List<String> forgetAgent;
  private final List<String> forgetChannel;
  private final List<String> forgetEntries;
  private final @Nullable OldRows oldRows;

  private Table(Builder builder) {
    name = builder.name;
    writes = List.copyOf(builder.writes);
    reads = List.copyOf(builder.reads);
    migrations = List.copyOf(builder.migrations);
    idColumn = builder.idColumn;
    keepsAgent = builder.keepsAgent;
    forgetAgent = List.copyOf(builder.forgetAgent);
    forgetChannel = List.copyOf(builder.forgetChannel);
    forgetEntries = List.copyOf(builder.forgetEntries);
    oldRows = builder.oldRows;
  }

  /** Returns a builder for a table with this name in the database. */
  public static Builder named(String name) {
    return new Builder(name);
  }

  /** Returns the table's name in the database. */
  public String name() {
    return name;
  }

  @Override
  public String owns() {
    return "table " + name;
  }

  /** Returns the writes. Only this table owns each of them. */
  @Override
  public List<TableWrite<?>> parts() {
    return writes;
  }

  List<Reads<?>> reads() {
    return reads;
  }

  List<String> migrations() {
    return migrations;
  }

  /** Returns the column that holds ids of the shared series, if the table has one. */
  @Nullable String idColumn() {
    return idColumn;
  }

  /** Returns a query that has a row while the agent {@code agents.id} must stay. */
  @Nullable String keepsAgent() {
    return keepsAgent;
  }

  List<String> forgetAgent() {
    return forgetAgent;
  }

  List<String> forgetChannel() {
    return forgetChannel;
  }

  List<String> forgetEntries() {
    return forgetEntries;
  }

  /** Returns which rows are removed because of their age, if any. */
  @Nullable OldRows oldRows() {
    return oldRows;
  }

  /** Collects the description of a table. */
  public static final class Builder {
    private final String name;
    private final List<TableWrite<?>> writes = new ArrayList<>();
    private final List<Reads<?>> reads = new ArrayList<>();
    private final List<String> migrations = new ArrayList<>();
    private @Nullable String idColumn;
    private @Nullable String keepsAgent;
    private final List<String> forgetAgent = new ArrayList<>();
    private final List<String> forgetChannel = new ArrayList<>();
    private final List<String> forgetEntries = new ArrayList<>();
    private @Nullable OldRows oldRows;

    private Builder(String name) {
      this.name = name;
    }

    /** Adds a write that is one statement. */
    public <W extends Write> Builder write(Class<W> type, String sql, Binding<W> binding) {
      return write(
          type,
          writer -> {
            var statement = writer.prepare(sql);
            return write -> {
              binding.bind(statement, write);
              statement.executeUpdate();
            };
          });
    }

    /** Adds a write that needs more than one statement, an id, or a decision. */
    public <W extends Write> Builder write(Class<W> type, TableWrite.Preparation<W> prepare) {
      writes.add(new TableWrite<>(type, prepare));
      return this;
    }

    /**
     * Adds reads. Callers get them with {@link Store#reads}.
     *
     * @param type the interface of the feature
     * @param open makes the implementation that reads from the database
     */
    public <R> Builder reads(Class<R> type, Function<TableReader, R> open) {
      reads.add(new Reads<>(type, open));
      return this;
    }

    /**
     * Names the files that make and change the table, below {@code db/migration}: {@code
     * V<number>__<what>.sql}. A number is used once in the whole server, and numbers only rise. A
     * released file never changes.
     */
    public Builder migrations(String... files) {
      migrations.addAll(List.of(files));
      return this;
    }

    /**
     * Names the column that {@link TableWriter#nextId} fills, so that no id is given twice after a
     * restart.
     */
    public Builder ids(String column) {
      idColumn = column;
      return this;
    }

    /**
     * Adds a query for agents that must not be removed, however long they are away. An agent stays
     * while the query has a row. The query names the agent {@code agents.id} and the present time
     * (wall milliseconds) {@code :now}.
     */
    public Builder keepsAgent(String question) {
      keepsAgent = question;
      return this;
    }

    /** Adds a statement that removes the rows of an agent. Its one parameter is the agent's id. */
    public Builder forgetAgent(String sql) {
      forgetAgent.add(sql);
      return this;
    }

    /**
     * Adds a statement that removes the rows of a channel. Its one parameter is the channel's name.
     */
    public Builder forgetChannel(String sql) {
      forgetChannel.add(sql);
      return this;
    }

    /**
     * Adds a statement that removes the rows that belong to the oldest entries of a stream. Its
     * parameters are the stream's name and the seq of the last entry that goes. It runs in the
     * transaction that removes the entries: when retention removes some, and when the whole stream
     * is removed. It must find its rows by an index.
     */
    public Builder forgetEntries(String sql) {
      forgetEntries.add(sql);
      return this;
    }

    /**
     * Removes rows of this age, whatever the retention of messages is. Retention does it every few
     * minutes, a few rows at a time.
     *
     * @param column has the wall time of the row in milliseconds, and an index
     * @param before statements that remove what belongs to these rows, in the same transaction.
     *     Their one parameter is the time of the newest row that goes
     */
    public Builder removeOlderThan(Duration age, String column, String... before) {
      oldRows = new OldRows(age, column, List.of(before));
      return this;
    }

    public Table build() {
      return new Table(this);
    }
  }
}

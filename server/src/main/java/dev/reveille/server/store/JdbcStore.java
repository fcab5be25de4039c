package dev.reveille.server.store;

import dev.reveille.server.kernel.Failures;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.flywaydb.core.api.FlywayException;

/** The store in a relational database: SQLite, in one file of the data folder. */
public final class JdbcStore implements Store {
  private static final String IDENTITY = "SELECT id FROM identity";

  private final Ledger ledger;
  private final GroupCommit writer;
  private final Readers readers;
  private final Pruning pruning;
  private final String identity;
  private final Tables tables;
  private final Map<Class<?>, Object> reads;

  private JdbcStore(Tables tables, Ledger ledger, Readers readers, Failures troubles) {
    this.tables = tables;
    this.ledger = ledger;
    this.writer = new GroupCommit(ledger, troubles);
    this.readers = readers;
    this.reads = tables.open(readers);
    this.pruning = new Pruning(tables, readers, writer);
    this.identity = readers.first(IDENTITY, row -> row.getString(1)).orElseThrow();
  }

  /**
   * Opens the store of a data folder and updates its tables. This process must hold the folder.
   *
   * @param tables the tables of all features
   */
  public static JdbcStore open(DataFolder folder, List<Table> tables, Failures troubles) {
    return open(new Sqlite(folder.database()), tables, troubles);
  }

  /** For tests. */
  static JdbcStore open(Path file, List<Table> tables, Failures troubles) {
    return open(new Sqlite(file), tables, troubles);
  }

  static JdbcStore open(Dialect dialect, List<Table> given, Failures troubles) {
    var tables = new Tables(given);
    try {
      var connection = dialect.writer();
      try {
        dialect.migrate(connection, tables.migrations().lastKey());
        var ledger = new Ledger(dialect, connection, tables);
        var store = new JdbcStore(tables, ledger, new Readers(dialect::reader), troubles);
        store.writer.start();
        return store;
      } catch (SQLException | WriteFailure | RuntimeException e) {
        connection.close();
        throw e;
      }
    } catch (SQLException | WriteFailure | FlywayException e) {
      throw new StoreException(
          "The database " + dialect.place() + " cannot be opened: " + dialect.whyNotOpened(e), e);
    }
  }

  @Override
  public String identity() {
    return identity;
  }

  @Override
  public void listener(Listener listener) {
    writer.listener(listener);
  }

  @Override
  public void submit(Submission submission) {
    writer.submit(submission);
  }

  @Override
  public <R> R reads(Class<R> type) {
    var found = reads.get(type);
    if (found == null) {
      throw new IllegalStateException("no table of this store offers " + type.getName());
    }
    return type.cast(found);
  }

  @Override
  public <T> T together(Supplier<T> several) {
    return readers.together(several);
  }

  @Override
  public void onCommit(Runnable told) {
    writer.onCommit(told);
  }

  @Override
  public Map<String, Long> sizes() {
    return readers.read(
        r -> {
          var sizes = new LinkedHashMap<String, Long>();
          for (var table : tables.names()) {
            sizes.put(table, count(r, "SELECT count(*) FROM " + table));
          }
          return sizes;
        });
  }

  private static long count(Reader reader, String sql) throws SQLException {
    return reader.first(sql, row -> row.getLong(1)).orElse(0L);
  }

  @Override
  public long prune(Retention retention, long nowMillis, Predicate<String> isPresent) {
    return pruning.prune(retention, nowMillis, isPresent);
  }

  @Override
  public Optional<Long> lastAgeMark() {
    return pruning.lastMark();
  }

  @Override
  public void forgetAgeMarks() {
    pruning.forgetMarks();
  }

  @Override
  public StoreNumbers numbers() {
    return writer.numbers();
  }

  @Override
  public Optional<String> trouble() {
    return writer.trouble();
  }

  @Override
  public void close() {
    writer.close();
    readers.close();
    try {
      ledger.close();
    } catch (SQLException e) {
      throw new StoreException("The database was not closed properly: " + e.getMessage(), e);
    }
  }

  /** For tests that break the disk or read the settings of the writing connection. */
  CompletableFuture<String> pragma(String pragma) {
    return writer.pragma(pragma);
  }

  /** For tests that read the tables or check query plans. */
  <T> T read(TableReader.Query<T> query) {
    return readers.read(query);
  }
}

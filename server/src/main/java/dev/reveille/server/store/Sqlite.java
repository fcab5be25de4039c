package dev.reveille.server.store;

import dev.reveille.server.store.WriteFailure.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import org.flywaydb.core.Flyway;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConfig.JournalMode;
import org.sqlite.SQLiteConfig.SynchronousMode;
import org.sqlite.SQLiteDataSource;
import org.sqlite.SQLiteException;
import org.sqlite.SQLiteOpenMode;

/** The dialect of SQLite. The database is one file. */
final class Sqlite implements Dialect {
  static final String BEGIN = "BEGIN IMMEDIATE";

  /** The longest wait for another program's lock while the store works or is being opened. */
  static final int LOCK_MILLIS = 2_000;

  /**
   * The longest wait after a write failed. It is short, so that units without writes do not wait
   * again and again.
   */
  static final int LOCK_MILLIS_IN_TROUBLE = 100;

  /** The bytes that must be free on the disk to create or change tables. */
  private static final int ROOM_FOR_TABLES = 1 << 20;

  private static final int READ_ONLY = 8;
  private static final int FULL = 13;

  private static final int WRITER_CACHE_KIB = 32_768;
  private static final int READER_CACHE_KIB = 4_096;

  /*
   * The length of the log before a checkpoint. A checkpoint copies each page once, even if it
   * changed often, so a longer log is less work.
   */
  private static final int CHECKPOINT_PAGES = 4_000;
  private static final int LOG_BYTES_KEPT = 64 << 20;

  private final Path file;

  Sqlite(Path file) {
    this.file = file;
  }

  @Override
  public Path place() {
    return file;
  }

  @Override
  public Connection writer() throws SQLException {
    return writer(file);
  }

  @Override
  public Connection reader() throws SQLException {
    return reader(file);
  }

  @Override
  public String begin() {
    return BEGIN;
  }

  @Override
  public String waitForLocks(boolean inTrouble) {
    return "PRAGMA busy_timeout = " + (inTrouble ? LOCK_MILLIS_IN_TROUBLE : LOCK_MILLIS);
  }

  static Connection writer(Path file) throws SQLException {
    var config = new SQLiteConfig();
    config.setJournalMode(JournalMode.WAL);
    config.setSynchronous(SynchronousMode.FULL);
    config.setWalAutocheckpoint(CHECKPOINT_PAGES);
    config.setJournalSizeLimit(LOG_BYTES_KEPT);
    config.setCacheSize(-WRITER_CACHE_KIB);
    config.setBusyTimeout(LOCK_MILLIS);
    config.setGetGeneratedKeys(false);
    return source(file, config).getConnection();
  }

  static Connection reader(Path file) throws SQLException {
    var config = new SQLiteConfig();
    config.setReadOnly(true);
    config.setCacheSize(-READER_CACHE_KIB);
    config.setBusyTimeout(LOCK_MILLIS);
    config.setGetGeneratedKeys(false);
    return source(file, config).getConnection();
  }

  @Override
  public void migrate(Connection connection, int newest) throws SQLException {
    int version = version(connection);
    if (version > newest) throw new NewerTables(version, newest);
    // Starting Flyway takes longer than opening everything else, so start it only if needed.
    if (version < newest) {
      checkRoom(file);
      var config = new SQLiteConfig();
      config.setBusyTimeout(LOCK_MILLIS);
      Flyway.configure()
          .dataSource(source(file, config))
          .locations("classpath:db/migration")
          .placeholders(Map.of("key", "INTEGER", "random", "lower(hex(randomblob(8)))"))
          .loggers("slf4j")
          .load()
          .migrate();
    }
  }

  /** Checks for a full disk. Flyway would mistake it for a lock and wait. */
  private static void checkRoom(Path file) throws SQLException {
    var name = String.valueOf(file.getFileName());
    try (var probe =
        Files.newOutputStream(
            file.resolveSibling(name + "-room"),
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.DELETE_ON_CLOSE)) {
      probe.write(new byte[ROOM_FOR_TABLES]);
    } catch (IOException e) {
      boolean full = String.valueOf(e.getMessage()).contains(DataFolder.FULL);
      throw new SQLException(
          "no room to make tables: " + e.getMessage(), null, full ? FULL : READ_ONLY, e);
    }
  }

  private static int version(Connection connection) throws SQLException {
    try (var statement = connection.createStatement()) {
      try (var table =
          statement.executeQuery(
              "SELECT 1 FROM sqlite_master WHERE name = 'flyway_schema_history'")) {
        if (!table.next()) return 0;
      }
      try (var row =
          statement.executeQuery(
              "SELECT max(CAST(version AS INTEGER)) FROM flyway_schema_history"
                  + " WHERE success")) {
        return row.next() ? row.getInt(1) : 0;
      }
    }
  }

  @Override
  public WriteFailure failure(SQLException e) {
    return switch (code(e)) {
      case FULL ->
          new WriteFailure(
              Fault.DISK,
              "Not stored: the server's disk is full. Free some space there; it goes on by itself.",
              e);
      case READ_ONLY, 14 ->
          new WriteFailure(
              Fault.DISK,
              "Not stored: the server's data folder cannot be written. Make it writable again;"
                  + " it goes on by itself.",
              e);
      case 10 ->
          new WriteFailure(
              Fault.DISK,
              "Not stored: the server's disk reported an error (" + e.getMessage() + ").",
              e);
      case 5, 6, 15 ->
          new WriteFailure(
              Fault.DISK,
              "Not stored: another program keeps the server's database locked. Close it;"
                  + " the server goes on by itself.",
              e);
      case 11, 26 ->
          new WriteFailure(
              Fault.DISK,
              "Not stored: the server's database file is damaged. Stop the server and restore a"
                  + " copy.",
              e);
      case 18, 19 ->
          new WriteFailure(
              Fault.UNIT, "Not stored: it contradicts what is stored (" + e.getMessage() + ").", e);
      case 3, 22, 23 -> new WriteFailure(Fault.DISK, "Not stored: " + e.getMessage(), e);
      default -> new WriteFailure(Fault.UNCLEAR, "Not stored: " + e.getMessage(), e);
    };
  }

  /** The database was last used by a newer version of this program. */
  private static final class NewerTables extends SQLException {
    private NewerTables(int version, int known) {
      super(
          "it was last used by a newer version of this program (tables %d, known %d)"
              .formatted(version, known));
    }
  }

  @Override
  public String whyNotOpened(Throwable failure) {
    Throwable cause = failure;
    while (!(cause instanceof SQLException) && cause.getCause() != null) cause = cause.getCause();
    if (cause instanceof NewerTables) {
      return cause.getMessage() + ". Use that version, or another DATA_DIR.";
    }
    return switch (cause instanceof SQLException e ? code(e) : 0) {
      case FULL -> "the disk is full. Free some space there, or use another DATA_DIR.";
      case READ_ONLY ->
          "it cannot be written. Make the file and its folder writable, or use another DATA_DIR.";
      case 3, 14 ->
          "it is no file that you can read and write. Change its owner or permissions, or use"
              + " another DATA_DIR.";
      case 5, 6, 15 ->
          "another program keeps it locked. Close that program, or use another DATA_DIR.";
      case 11, 26 ->
          "it is damaged, or was made by another program. Put a copy of it back, or use another"
              + " DATA_DIR.";
      case 10 ->
          "the disk reported an error (%s). Check the disk and its free space, or use another DATA_DIR."
              .formatted(oneLine(cause));
      default -> oneLine(failure) + ". Check the folder, or use another DATA_DIR.";
    };
  }

  private static String oneLine(Throwable failure) {
    return String.valueOf(failure.getMessage()).strip().replaceAll("\\s+", " ");
  }

  /* Returns the primary result code: the low byte of the extended one. */
  private static int code(SQLException e) {
    return e instanceof SQLiteException sqlite
        ? sqlite.getResultCode().code & 0xff
        : e.getErrorCode() & 0xff;
  }

  private static SQLiteDataSource source(Path file, SQLiteConfig config) {
    // The driver lets one thread at a time into a connection, so SQLite need not lock it again.
    config.setOpenMode(SQLiteOpenMode.NOMUTEX);
    var source = new SQLiteDataSource(config);
    source.setUrl("jdbc:sqlite:" + file.toAbsolutePath());
    return source;
  }
}

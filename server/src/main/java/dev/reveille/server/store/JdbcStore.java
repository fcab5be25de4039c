package dev.reveille.server.store;

import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.flywaydb.core.api.FlywayException;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.JdbiException;
import org.jdbi.v3.core.statement.Query;

/** The store in a relational database: SQLite, in one file of the data folder. */
public final class JdbcStore implements Store {
  private static final long PAGE_CHARS = 16L << 20;
  private static final List<String> TABLES =
      List.of("agents", "channels", "events", "invitations", "mailboxes", "members", "messages");

  private final Ledger ledger;
  private final GroupCommit writer;
  private final Readers readers;
  private final Pruning pruning;

  private JdbcStore(Ledger ledger, Readers readers) {
    this.ledger = ledger;
    this.writer = new GroupCommit(ledger);
    this.readers = readers;
    this.pruning = new Pruning(readers, writer);
  }

  /**
   * Opens the store of a data folder, which this process must hold, and brings its tables up to
   * date.
   */
  public static JdbcStore open(DataFolder folder) {
    return open(folder.database());
  }

  static JdbcStore open(Path file) {
    try {
      var connection = Sqlite.writer(file);
      try {
        Sqlite.migrate(file, connection);
        var ledger = new Ledger(connection);
        var store = new JdbcStore(ledger, new Readers(() -> Sqlite.reader(file)));
        store.writer.start();
        return store;
      } catch (SQLException | WriteFailure | RuntimeException e) {
        connection.close();
        throw e;
      }
    } catch (SQLException | WriteFailure | FlywayException | JdbiException e) {
      throw new StoreException(
          "The database "
              + file
              + " cannot be opened: "
              + e.getMessage()
              + ". Check that the folder is writable and has free space, or use another DATA_DIR.",
          e);
    }
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
  public Optional<StoredAgent> agent(String id) {
    return readers.read(
        h -> h.createQuery(Queries.AGENT).bind(0, id).map((r, _) -> Queries.agent(r)).findOne());
  }

  @Override
  public long agentsWithKey() {
    return readers.read(h -> h.createQuery(Queries.AGENTS_WITH_KEY).mapTo(Long.class).one());
  }

  @Override
  public Optional<StoredChannel> channel(String name) {
    return readers.read(
        h ->
            h.createQuery(Queries.CHANNEL)
                .bind(0, name)
                .map((r, _) -> Queries.channel(r))
                .findOne());
  }

  @Override
  public List<StoredChannel> channels() {
    return readers.read(
        h -> h.createQuery(Queries.CHANNELS).map((r, _) -> Queries.channel(r)).list());
  }

  @Override
  public List<String> memberships(String agent) {
    return readers.read(
        h -> h.createQuery(Queries.MEMBERSHIPS).bind(0, agent).mapTo(String.class).list());
  }

  @Override
  public Set<String> invited(String channel) {
    return readers.read(
        h ->
            new TreeSet<>(
                h.createQuery(Queries.INVITED).bind(0, channel).mapTo(String.class).list()));
  }

  @Override
  public StreamHead head(String stream) {
    return readers.read(
        h ->
            h.createQuery(Queries.HEAD)
                .bind(0, stream)
                .map((r, _) -> Queries.head(r))
                .findOne()
                .orElse(StreamHead.EMPTY));
  }

  @Override
  public List<StoredMessage> after(String stream, long seq, int limit) {
    return readers.read(h -> page(messages(h, Queries.AFTER, stream, seq, limit)));
  }

  @Override
  public List<StoredMessage> before(String stream, long seq, int limit) {
    var newestFirst = readers.read(h -> page(messages(h, Queries.BEFORE, stream, seq, limit)));
    Collections.reverse(newestFirst);
    return newestFirst;
  }

  private static Query messages(Handle handle, String sql, String stream, long seq, int limit) {
    return handle
        .createQuery(sql)
        .bind(0, stream)
        .bind(1, stream)
        .bind(2, seq)
        .bind(3, Math.max(0, limit));
  }

  private static List<StoredMessage> page(Query query) {
    return query.scanResultSet(
        (rows, context) -> {
          try (context) {
            return page(rows.get());
          }
        });
  }

  private static List<StoredMessage> page(ResultSet rows) throws SQLException {
    var page = new ArrayList<StoredMessage>();
    long chars = 0;
    while (chars < PAGE_CHARS && rows.next()) {
      var message = Queries.message(rows);
      chars += message.content().length() + message.extras().length();
      page.add(message);
    }
    return page;
  }

  @Override
  public MailboxState mailbox(String agent) {
    return readers.read(
        h ->
            h.createQuery(Queries.MAILBOX)
                .bind(0, agent)
                .map((r, _) -> new MailboxState(r.getLong(1), r.getLong(2)))
                .findOne()
                .orElse(MailboxState.NEW));
  }

  @Override
  public List<ClientKey> clientKeys(String sender, int limit) {
    return readers.read(
        h ->
            h.createQuery(Queries.CLIENT_KEYS)
                .bind(0, sender)
                .bind(1, Math.max(0, limit))
                .map((r, _) -> Queries.clientKey(r))
                .list());
  }

  @Override
  public List<StoredEvent> events(long afterId, int limit) {
    return readers.read(
        h ->
            h.createQuery(Queries.EVENTS)
                .bind(0, afterId)
                .bind(1, afterId)
                .bind(2, Math.max(0, limit))
                .map((r, _) -> Queries.event(r))
                .list());
  }

  @Override
  public Map<String, Long> sizes() {
    return readers.read(
        h -> {
          var sizes = new LinkedHashMap<String, Long>();
          for (var table : TABLES) {
            sizes.put(
                table, h.createQuery("SELECT count(*) FROM " + table).mapTo(Long.class).one());
          }
          return sizes;
        });
  }

  @Override
  public long prune(Retention retention, long nowMillis) {
    return pruning.prune(retention, nowMillis);
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

  /** For tests that break the disk or look at what the writer was told. */
  CompletableFuture<String> pragma(String pragma) {
    return writer.pragma(pragma);
  }

  /** For tests that look at what is in the tables and how it is found. */
  <T> T read(Function<Handle, T> query) {
    return readers.read(query);
  }
}

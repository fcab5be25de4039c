package dev.reveille.server.store;

import dev.reveille.server.kernel.Troubles;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.flywaydb.core.api.FlywayException;

/** The store in a relational database: SQLite, in one file of the data folder. */
public final class JdbcStore implements Store {
  private static final List<String> TABLES =
      List.of(
          "agents",
          "approvals",
          "bans",
          "callbacks",
          "channels",
          "events",
          "invitations",
          "keys",
          "mailboxes",
          "members",
          "messages",
          "skills",
          "streams");

  private final Ledger ledger;
  private final GroupCommit writer;
  private final Readers readers;
  private final Pruning pruning;
  private final String identity;

  private JdbcStore(Ledger ledger, Readers readers, Troubles troubles) {
    this.ledger = ledger;
    this.writer = new GroupCommit(ledger, troubles);
    this.readers = readers;
    this.pruning = new Pruning(readers, writer);
    this.identity =
        readers.read(r -> r.first(Queries.IDENTITY, row -> row.getString(1)).orElseThrow());
  }

  /**
   * Opens the store of a data folder, which this process must hold, and brings its tables up to
   * date.
   */
  public static JdbcStore open(DataFolder folder, Troubles troubles) {
    return open(folder.database(), troubles);
  }

  public static JdbcStore open(DataFolder folder) {
    return open(folder, new Troubles());
  }

  static JdbcStore open(Path file) {
    return open(file, new Troubles());
  }

  static JdbcStore open(Path file, Troubles troubles) {
    try {
      var connection = Sqlite.writer(file);
      try {
        Sqlite.migrate(file, connection);
        var ledger = new Ledger(connection);
        var store = new JdbcStore(ledger, new Readers(() -> Sqlite.reader(file)), troubles);
        store.writer.start();
        return store;
      } catch (SQLException | WriteFailure | RuntimeException e) {
        connection.close();
        throw e;
      }
    } catch (SQLException | WriteFailure | FlywayException e) {
      throw new StoreException(
          "The database " + file + " cannot be opened: " + Sqlite.whyNotOpened(e), e);
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
  public Optional<StoredAgent> agent(String id) {
    return readers.read(r -> r.first(Queries.AGENT, Queries::agent, id));
  }

  @Override
  public Optional<StoredKey> key(String id) {
    return readers.read(r -> r.first(Queries.KEY, Queries::key, id, id));
  }

  @Override
  public List<StoredKey> keys(String agent) {
    return readers.read(r -> r.list(Queries.KEYS, Queries::key, agent, agent, agent, agent));
  }

  @Override
  public long agentsWithKey() {
    return readers.read(r -> count(r, Queries.AGENTS_WITH_KEY));
  }

  @Override
  public List<StoredAgent> lastSeenAs(String name, int limit) {
    return readers.read(
        r -> r.list(Queries.LAST_SEEN_AS, Queries::agent, name, Math.max(0, limit)));
  }

  @Override
  public List<Abandoned> abandoned() {
    return readers.read(
        r -> r.list(Queries.ABANDONED, row -> new Abandoned(row.getString(1), row.getLong(2))));
  }

  @Override
  public List<StoredAgent> lastSeen(int limit) {
    return readers.read(r -> r.list(Queries.LAST_SEEN, Queries::agent, Math.max(0, limit)));
  }

  @Override
  public Optional<StoredChannel> channel(String name) {
    return readers.read(r -> r.first(Queries.CHANNEL, Queries::channel, name));
  }

  @Override
  public List<StoredChannel> channels() {
    return readers.read(r -> r.list(Queries.CHANNELS, Queries::channel));
  }

  @Override
  public List<String> memberships(String agent) {
    return readers.read(r -> r.list(Queries.MEMBERSHIPS, row -> row.getString(1), agent));
  }

  @Override
  public Set<String> invited(String channel) {
    List<String> agents =
        readers.read(r -> r.list(Queries.INVITED, row -> row.getString(1), channel));
    return new TreeSet<>(agents);
  }

  @Override
  public StreamHead head(String stream) {
    return readers.read(r -> r.first(Queries.HEAD, Queries::head, stream)).orElse(StreamHead.EMPTY);
  }

  @Override
  public List<StoredMessage> after(String stream, long seq, int limit) {
    return page(Queries.AFTER, stream, seq, limit);
  }

  @Override
  public List<StoredMessage> before(String stream, long seq, int limit) {
    return page(Queries.BEFORE, stream, seq, limit).reversed();
  }

  private List<StoredMessage> page(String sql, String stream, long seq, int limit) {
    return readers.read(
        r ->
            r.list(
                sql,
                Queries::message,
                PageRoom.ofMessages(),
                stream,
                stream,
                seq,
                Math.max(0, limit)));
  }

  @Override
  public FoundMessages messages(List<Long> ids) {
    if (ids.isEmpty()) return new FoundMessages(Map.of(), 0);
    return readers.read(r -> MessageLookup.on(r, ids));
  }

  @Override
  public MailboxState mailbox(String agent) {
    return readers
        .read(r -> r.first(Queries.MAILBOX, Queries::mailbox, agent))
        .orElse(MailboxState.NEW);
  }

  @Override
  public StoredAttention attention(String agent) {
    List<Queries.AttentionRow> rows =
        readers.read(r -> r.list(Queries.ATTENTION, Queries::attention, agent, agent, agent));
    return Queries.attention(rows);
  }

  @Override
  public List<String> muted(String agent) {
    return readers.read(r -> r.list(Queries.MUTED, row -> row.getString(1), agent));
  }

  @Override
  public Optional<Long> slowMode(String channel) {
    return readers.read(r -> r.first(Queries.SLOW_MODE, row -> row.getLong(1), channel));
  }

  @Override
  public List<ClientKey> clientKeys(String sender, int limit) {
    return readers.read(
        r -> r.list(Queries.CLIENT_KEYS, Queries::clientKey, sender, Math.max(0, limit)));
  }

  @Override
  public SkillsFound skills(Predicate<StoredSkill.Terms> wanted, int scan, int limit) {
    return readers.read(r -> SkillSearch.on(r, wanted, scan, limit));
  }

  @Override
  public SkillsFound skillsOf(String agent, Predicate<StoredSkill.Terms> wanted, int limit) {
    return readers.read(r -> SkillSearch.of(r, agent, wanted, limit));
  }

  @Override
  public List<StoredCallback> callbacks(String agent) {
    return readers.read(r -> r.list(Queries.CALLBACKS, Queries::callback, agent));
  }

  @Override
  public List<StoredCallback> callbacksAfter(String id, int limit) {
    return readers.read(
        r -> r.list(Queries.CALLBACKS_AFTER, Queries::callback, id, Math.max(0, limit)));
  }

  @Override
  public List<StoredEvent> events(long afterId, int limit) {
    return readers.read(
        r ->
            r.list(
                Queries.EVENTS,
                Queries::event,
                PageRoom.ofEvents(),
                afterId,
                afterId,
                Math.max(0, limit)));
  }

  @Override
  public List<StoredEvent> eventsBefore(long beforeId, int limit) {
    List<StoredEvent> newestFirst =
        readers.read(
            r ->
                r.list(
                    Queries.EVENTS_BEFORE,
                    Queries::event,
                    PageRoom.ofEvents(),
                    beforeId,
                    beforeId,
                    Math.max(0, limit)));
    return newestFirst.reversed();
  }

  @Override
  public List<Long> eventsAt(List<Long> moments) {
    return readers.read(r -> MomentSearch.on(r, moments));
  }

  @Override
  public void onCommit(Runnable told) {
    writer.onCommit(told);
  }

  @Override
  public List<StoredBan> bans() {
    return readers.read(r -> r.list(Queries.BANS, Queries::ban));
  }

  @Override
  public List<StoredApproval> approvals() {
    return readers.read(r -> r.list(Queries.APPROVALS, Queries::approval));
  }

  @Override
  public Optional<ListFile> listFile(String name) {
    return readers.read(r -> r.first(Queries.LIST_FILE, Queries::listFile, name));
  }

  @Override
  public Map<String, Long> sizes() {
    return readers.read(
        r -> {
          var sizes = new LinkedHashMap<String, Long>();
          for (var table : TABLES) sizes.put(table, count(r, "SELECT count(*) FROM " + table));
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

  /** For tests that break the disk or look at what the writer was told. */
  CompletableFuture<String> pragma(String pragma) {
    return writer.pragma(pragma);
  }

  /** For tests that look at what is in the tables and how it is found. */
  <T> T read(Readers.Query<T> query) {
    return readers.read(query);
  }
}

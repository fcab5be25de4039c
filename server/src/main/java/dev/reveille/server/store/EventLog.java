package dev.reveille.server.store;

import dev.reveille.protocol.Json;
import dev.reveille.protocol.JsonText;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;

/**
 * The audit: the event feed without the messages, read from a data folder that any process may
 * hold.
 *
 * <p>It only reads, with or without a running server, and sees every durable event. Used by one
 * thread at a time.
 */
public final class EventLog implements AutoCloseable {
  private final Path database;
  private final Reader reader;

  private EventLog(Path database, Reader reader) {
    this.database = database;
    this.reader = reader;
  }

  /**
   * Opens the log of a data folder.
   *
   * @throws StoreException with a sentence for a person
   */
  public static EventLog open(Path folder) {
    var database = DataFolder.database(folder);
    if (!Files.exists(database)) {
      throw new StoreException(
          "There is no database in "
              + folder
              + ". Name the server's data folder with --data-dir or DATA_DIR.");
    }
    try {
      return new EventLog(database, new Reader(Sqlite.reader(database)));
    } catch (SQLException e) {
      throw unreadable(database, e);
    }
  }

  /**
   * Returns the events after an id, oldest first, at most {@code limit}; only an empty list is the
   * end.
   */
  public List<StoredEvent> after(long id, int limit) {
    try {
      return reader.list(
          EventTable.AUDIT_AFTER, EventTable::event, PageLimit.ofEvents(), id, limit);
    } catch (SQLException e) {
      throw unreadable(database, e);
    }
  }

  /** Returns the newest {@code count} events, oldest first. */
  public List<StoredEvent> newest(int count) {
    try {
      return reader.list(EventTable.AUDIT_NEWEST, EventTable::event, count).reversed();
    } catch (SQLException e) {
      throw unreadable(database, e);
    }
  }

  /** Returns an event as one JSON object on one line. */
  public static String json(StoredEvent event) {
    var json =
        new JsonText()
            .field("id", event.id())
            .field("at", Instant.ofEpochMilli(event.at()).toString())
            .field("kind", event.kind());
    if (event.agent() != null) json.field("agent", event.agent());
    if (event.channel() != null) json.field("channel", event.channel());
    var detail = event.detail();
    if (detail == null) return json.text();
    var parsed = Json.read(detail).filter(d -> d.isObject());
    return parsed.isPresent()
        ? json.raw("detail", JsonText.of(parsed.get())).text()
        : json.field("detail", detail).text();
  }

  private static StoreException unreadable(Path database, SQLException e) {
    return new StoreException(
        "The database " + database + " cannot be read: " + e.getMessage() + ".", e);
  }

  @Override
  public void close() {
    reader.close();
  }
}

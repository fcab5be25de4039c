package dev.reveille.server.store;

import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * Runs queries on the database. May be used from any thread.
 *
 * <p>Every method blocks, sees every settled unit, and throws {@link StoreException} if the disk
 * does not answer.
 */
public interface TableReader {

  /** One or more queries that run on one connection. */
  interface Query<T> {
    T ask(Reader reader) throws SQLException;
  }

  <T> T read(Query<T> query);

  /** Returns all rows. */
  default <T> List<T> list(String sql, Reader.Row<T> row, Object... values) {
    return read(reader -> reader.list(sql, row, values));
  }

  /** Returns the rows from the first, as many as the page has room for. */
  default <T> List<T> page(String sql, Reader.Row<T> row, PageLimit<T> room, Object... values) {
    return read(reader -> reader.list(sql, row, room, values));
  }

  /** Returns the first row; empty if there is none. */
  default <T> Optional<T> first(String sql, Reader.Row<T> row, Object... values) {
    return read(reader -> reader.first(sql, row, values));
  }
}

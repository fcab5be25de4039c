package dev.reveille.server.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One connection that only reads. It prepares each query once.
 *
 * <p>Used by one thread at a time.
 */
public final class Reader implements AutoCloseable {

  /** Makes a value from a row. */
  public interface Row<T> {
    T value(ResultSet row) throws SQLException;
  }

  private final Connection connection;
  private final Map<String, PreparedStatement> prepared = new HashMap<>();

  Reader(Connection connection) {
    this.connection = connection;
  }

  public <T> List<T> list(String sql, Row<T> row, Object... values) throws SQLException {
    return list(sql, row, new PageLimit<>(_ -> 0), values);
  }

  public <T> List<T> list(String sql, Row<T> row, PageLimit<T> room, Object... values)
      throws SQLException {
    var list = new ArrayList<T>();
    try (var rows = ask(sql, values)) {
      while (rows.next()) {
        var value = row.value(rows);
        if (!room.takes(value)) break;
        list.add(value);
      }
    }
    return list;
  }

  private ResultSet ask(String sql, Object... values) throws SQLException {
    var statement = prepared.get(sql);
    if (statement == null) {
      statement = connection.prepareStatement(sql);
      prepared.put(sql, statement);
    }
    for (int i = 0; i < values.length; i++) statement.setObject(i + 1, values[i]);
    return statement.executeQuery();
  }

  public <T> Optional<T> first(String sql, Row<T> row, Object... values) throws SQLException {
    try (var rows = ask(sql, values)) {
      return rows.next() ? Optional.of(row.value(rows)) : Optional.empty();
    }
  }

  boolean isClosed() {
    try {
      return connection.isClosed();
    } catch (SQLException e) {
      return true;
    }
  }

  @Override
  public void close() {
    try {
      for (var statement : prepared.values()) statement.close();
      connection.close();
    } catch (SQLException e) {
      throw new StoreException("A reading connection was not closed: " + e.getMessage(), e);
    }
  }
}

package dev.reveille.server.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** The statements of durable callbacks. Owned by {@link WriteStatements}. */
final class CallbackStatements {
  private final PreparedStatement callback;
  private final PreparedStatement noCallback;

  CallbackStatements(Connection connection) throws SQLException {
    callback =
        connection.prepareStatement(
            "INSERT INTO callbacks (id, agent, channel, payload, fire_at, created_at,"
                + " client_msg_id, place) VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
    noCallback = connection.prepareStatement("DELETE FROM callbacks WHERE id = ?");
  }

  void save(StoredCallback c, long place) throws SQLException {
    callback.setString(1, c.id());
    callback.setString(2, c.agent());
    callback.setString(3, c.channel());
    callback.setString(4, c.payload());
    callback.setLong(5, c.fireAt());
    callback.setLong(6, c.createdAt());
    callback.setString(7, c.clientMsgId());
    callback.setLong(8, place);
    callback.executeUpdate();
  }

  void remove(String id) throws SQLException {
    noCallback.setString(1, id);
    noCallback.executeUpdate();
  }
}

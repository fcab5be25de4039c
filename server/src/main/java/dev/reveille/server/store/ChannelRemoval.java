package dev.reveille.server.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Removes a channel that nobody keeps, with everything that belongs to it. */
final class ChannelRemoval {
  private static final String STREAM = "(SELECT id FROM streams WHERE name = ?)";

  private final PreparedStatement channel;
  private final List<PreparedStatement> rest = new ArrayList<>();

  ChannelRemoval(Connection connection) throws SQLException {
    channel =
        connection.prepareStatement(
            "DELETE FROM channels WHERE name = ?"
                + " AND NOT EXISTS (SELECT 1 FROM members WHERE channel = ?)"
                + " AND NOT EXISTS (SELECT 1 FROM messages WHERE stream = "
                + STREAM
                + " AND (sender <> '@server' OR extras <> ''))");
    for (var sql :
        List.of(
            "DELETE FROM invitations WHERE channel = ?",
            "DELETE FROM subscriptions WHERE channel = ?",
            "DELETE FROM slow_modes WHERE channel = ?",
            "DELETE FROM messages WHERE stream = " + STREAM,
            "DELETE FROM streams WHERE name = ?")) {
      rest.add(connection.prepareStatement(sql));
    }
  }

  void remove(String name) throws SQLException, WriteFailure {
    for (int i = 1; i <= 3; i++) channel.setString(i, name);
    if (channel.executeUpdate() == 0) {
      throw new WriteFailure(
          WriteFailure.Fault.UNIT, "Not removed: somebody keeps " + name + ", or it is gone.");
    }
    for (var statement : rest) {
      statement.setString(1, name);
      statement.executeUpdate();
    }
  }
}

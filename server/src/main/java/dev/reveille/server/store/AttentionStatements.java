package dev.reveille.server.store;

import dev.reveille.server.store.StoreWrite.SetGag;
import dev.reveille.server.store.StoreWrite.SetMute;
import dev.reveille.server.store.StoreWrite.SetSlowMode;
import dev.reveille.server.store.StoreWrite.SetSubscription;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** The statements of filters, mutes, gags and slow mode. Owned by {@link WriteStatements}. */
final class AttentionStatements {
  private final PreparedStatement subscription;
  private final PreparedStatement noSubscription;
  private final PreparedStatement mute;
  private final PreparedStatement noMute;
  private final PreparedStatement gag;
  private final PreparedStatement noGag;
  private final PreparedStatement slowMode;

  AttentionStatements(Connection connection) throws SQLException {
    subscription =
        connection.prepareStatement(
            "INSERT INTO subscriptions (agent, channel, filter) VALUES (?, ?, ?)"
                + " ON CONFLICT (agent, channel) DO UPDATE SET filter = excluded.filter");
    noSubscription =
        connection.prepareStatement("DELETE FROM subscriptions WHERE agent = ? AND channel = ?");
    mute =
        connection.prepareStatement(
            "INSERT INTO mutes (agent, muted, muted_at) VALUES (?, ?, ?)"
                + " ON CONFLICT (agent, muted) DO NOTHING");
    noMute = connection.prepareStatement("DELETE FROM mutes WHERE agent = ? AND muted = ?");
    gag =
        connection.prepareStatement(
            "INSERT INTO gags (agent, until, reason) VALUES (?, ?, ?) ON CONFLICT (agent) DO UPDATE"
                + " SET until = excluded.until, reason = excluded.reason");
    noGag = connection.prepareStatement("DELETE FROM gags WHERE agent = ?");
    slowMode =
        connection.prepareStatement(
            "INSERT INTO slow_modes (channel, seconds) VALUES (?, ?) ON CONFLICT (channel)"
                + " DO UPDATE SET seconds = excluded.seconds");
  }

  void apply(SetSubscription s) throws SQLException {
    var statement = s.filter() == null ? noSubscription : subscription;
    statement.setString(1, s.agent());
    statement.setString(2, s.channel());
    if (s.filter() != null) statement.setString(3, s.filter());
    statement.executeUpdate();
  }

  void apply(SetMute m) throws SQLException {
    var statement = m.on() ? mute : noMute;
    statement.setString(1, m.agent());
    statement.setString(2, m.muted());
    if (m.on()) statement.setLong(3, m.at());
    statement.executeUpdate();
  }

  void apply(SetGag g) throws SQLException {
    var statement = g.until() == 0 ? noGag : gag;
    statement.setString(1, g.agent());
    if (g.until() != 0) {
      statement.setLong(2, g.until());
      statement.setString(3, g.reason());
    }
    statement.executeUpdate();
  }

  void apply(SetSlowMode s) throws SQLException {
    slowMode.setString(1, s.channel());
    slowMode.setLong(2, s.seconds());
    slowMode.executeUpdate();
  }
}

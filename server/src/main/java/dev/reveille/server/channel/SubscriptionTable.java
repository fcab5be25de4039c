package dev.reveille.server.channel;

import dev.reveille.server.store.Table;
import dev.reveille.server.store.TableReader;
import dev.reveille.server.store.TableWrite;
import dev.reveille.server.store.TableWriter;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The tables of filters and mutes. A channel of which an agent hears everything has no row. */
public final class SubscriptionTable {
  /**
   * One query for everything that is loaded with an agent, so that an agent that connects waits for
   * one query only.
   */
  static final String HEARD =
      "SELECT 's', channel, filter, notices FROM subscriptions WHERE agent = ?"
          + " UNION ALL SELECT 'm', muted, '', 1 FROM mutes WHERE agent = ?";

  static final String MUTED = "SELECT muted FROM mutes WHERE agent = ? ORDER BY muted";

  public static final Table SUBSCRIPTIONS =
      Table.named("subscriptions")
          .migrations("V4__filters.sql", "V17__inbox.sql")
          .write(SetSubscription.class, SubscriptionTable::subscribe)
          .forgetAgent("DELETE FROM subscriptions WHERE agent = ?")
          .forgetChannel("DELETE FROM subscriptions WHERE channel = ?")
          .reads(SubscriptionReads.class, Sql::new)
          .build();

  public static final Table MUTES =
      Table.named("mutes")
          .migrations("V4__filters.sql")
          .write(SetMute.class, SubscriptionTable::mute)
          .forgetAgent("DELETE FROM mutes WHERE agent = ?")
          .build();

  public static final List<Table> TABLES = List.of(SUBSCRIPTIONS, MUTES);

  private SubscriptionTable() {}

  private static TableWrite.Application<SetSubscription> subscribe(TableWriter writer)
      throws SQLException {
    var row =
        writer.prepare(
            "INSERT INTO subscriptions (agent, channel, filter, notices) VALUES (?, ?, ?, ?)"
                + " ON CONFLICT (agent, channel) DO UPDATE"
                + " SET filter = excluded.filter, notices = excluded.notices");
    var none = writer.prepare("DELETE FROM subscriptions WHERE agent = ? AND channel = ?");
    return write -> {
      var statement = write.isEmpty() ? none : row;
      statement.setString(1, write.agent());
      statement.setString(2, write.channel());
      if (!write.isEmpty()) {
        statement.setString(3, write.filter() == null ? "" : write.filter());
        statement.setInt(4, write.notices() ? 1 : 0);
      }
      statement.executeUpdate();
    };
  }

  private static TableWrite.Application<SetMute> mute(TableWriter writer) throws SQLException {
    var row =
        writer.prepare(
            "INSERT INTO mutes (agent, muted, muted_at) VALUES (?, ?, ?)"
                + " ON CONFLICT (agent, muted) DO NOTHING");
    var none = writer.prepare("DELETE FROM mutes WHERE agent = ? AND muted = ?");
    return write -> {
      var statement = write.on() ? row : none;
      statement.setString(1, write.agent());
      statement.setString(2, write.muted());
      if (write.on()) statement.setLong(3, write.at());
      statement.executeUpdate();
    };
  }

  private record Row(boolean filters, String name, String filter, boolean notices) {}

  private record Sql(TableReader reader) implements SubscriptionReads {
    @Override
    public StoredFilters filters(String agent) {
      List<Row> rows =
          reader.list(
              HEARD,
              row ->
                  new Row(
                      row.getString(1).equals("s"),
                      row.getString(2),
                      row.getString(3),
                      row.getInt(4) != 0),
              agent,
              agent);
      var subscriptions = new ArrayList<SubscriptionReads.Subscription>();
      var muted = new ArrayList<String>();
      for (var row : rows) {
        if (row.filters()) {
          subscriptions.add(
              new SubscriptionReads.Subscription(row.name(), row.filter(), row.notices()));
        } else {
          muted.add(row.name());
        }
      }
      subscriptions.sort(Comparator.comparing(SubscriptionReads.Subscription::channel));
      muted.sort(Comparator.naturalOrder());
      return new StoredFilters(subscriptions, muted);
    }

    @Override
    public List<String> muted(String agent) {
      return reader.list(MUTED, row -> row.getString(1), agent);
    }
  }
}

package dev.reveille.server.channel;

import dev.reveille.server.store.Table;
import dev.reveille.server.store.TableReader;
import dev.reveille.server.store.TableWrite;
import dev.reveille.server.store.TableWriter;
import dev.reveille.server.store.WriteFailure;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The tables of channels, their members and their invitations. */
public final class ChannelTable {
  private static final String COLUMNS =
      "SELECT name, invite_only, verified_only, created_by, created_at FROM channels";
  static final String CHANNEL = COLUMNS + " WHERE name = ?";
  static final String CHANNELS = COLUMNS + " ORDER BY place";
  static final String MEMBERSHIPS = "SELECT channel FROM members WHERE agent = ? ORDER BY place";
  static final String STORED_MEMBERS =
      "SELECT agent FROM members WHERE channel = ? AND agent > ? ORDER BY agent LIMIT ?";
  static final String INVITED = "SELECT agent FROM invitations WHERE channel = ?";

  /** Entries that the server posts for an agent have extras; its notices have none. */
  private static final String ABANDONED =
      "SELECT c.name, COALESCE((SELECT max(m.seq) FROM messages m WHERE m.stream = s.id),"
          + " s.removed_seq, 0) FROM channels c LEFT JOIN streams s ON s.name = c.name"
          + " WHERE NOT EXISTS (SELECT 1 FROM members n WHERE n.channel = c.name)"
          + " AND NOT EXISTS (SELECT 1 FROM messages m"
          + " WHERE m.stream = s.id AND (m.sender <> '@server' OR m.extras <> ''))"
          + " ORDER BY c.name";

  private static final String ADD =
      "INSERT INTO channels (name, invite_only, verified_only, created_by, created_at, place)"
          + " VALUES (?, ?, ?, ?, ?, ?)";

  private static final String REMOVE =
      "DELETE FROM channels WHERE name = ?"
          + " AND NOT EXISTS (SELECT 1 FROM members WHERE channel = ?)"
          + " AND NOT EXISTS (SELECT 1 FROM messages"
          + " WHERE stream = (SELECT id FROM streams WHERE name = ?)"
          + " AND (sender <> '@server' OR extras <> ''))";

  private static final String ADD_MEMBER =
      "INSERT INTO members (channel, agent, joined_at, place) VALUES (?, ?, ?, ?)"
          + " ON CONFLICT (channel, agent) DO NOTHING";

  public static final Table CHANNELS_TABLE =
      Table.named("channels")
          .migrations("V1__chat.sql")
          .ids("place")
          .write(AddChannel.class, ChannelTable::add)
          .write(RemoveChannel.class, ChannelTable::remove)
          .keepsAgent("SELECT 1 FROM channels c WHERE c.created_by = agents.id")
          .reads(ChannelReads.class, Sql::new)
          .build();

  public static final Table MEMBERS =
      Table.named("members")
          .migrations("V1__chat.sql")
          .ids("place")
          .write(AddMember.class, ChannelTable::addMember)
          .write(
              RemoveMember.class,
              "DELETE FROM members WHERE channel = ? AND agent = ?",
              (row, write) -> {
                row.setString(1, write.channel());
                row.setString(2, write.agent());
              })
          .forgetAgent("DELETE FROM members WHERE agent = ?")
          .build();

  public static final Table INVITATIONS =
      Table.named("invitations")
          .migrations("V1__chat.sql", "V9__ages.sql")
          .write(
              AddInvitation.class,
              "INSERT INTO invitations (channel, agent, invited_by, invited_at)"
                  + " VALUES (?, ?, ?, ?) ON CONFLICT (channel, agent) DO NOTHING",
              (row, write) -> {
                row.setString(1, write.channel());
                row.setString(2, write.agent());
                row.setString(3, write.by());
                row.setLong(4, write.at());
              })
          .keepsAgent(
              "SELECT 1 FROM invitations i JOIN channels c ON c.name = i.channel"
                  + " WHERE i.agent = agents.id AND c.invite_only <> 0")
          .forgetAgent("DELETE FROM invitations WHERE agent = ?")
          .forgetChannel("DELETE FROM invitations WHERE channel = ?")
          .build();

  public static final List<Table> TABLES = List.of(CHANNELS_TABLE, MEMBERS, INVITATIONS);

  private ChannelTable() {}

  private static TableWrite.Application<AddChannel> add(TableWriter writer) throws SQLException {
    var row = writer.prepare(ADD);
    return write -> {
      var channel = write.channel();
      row.setString(1, channel.name());
      row.setInt(2, channel.inviteOnly() ? 1 : 0);
      row.setInt(3, channel.verifiedOnly() ? 1 : 0);
      row.setString(4, channel.createdBy());
      row.setLong(5, channel.createdAt());
      row.setLong(6, writer.nextId());
      row.executeUpdate();
    };
  }

  private static TableWrite.Application<RemoveChannel> remove(TableWriter writer)
      throws SQLException {
    var row = writer.prepare(REMOVE);
    return write -> {
      // Send the collected rows first: they may belong to this channel.
      writer.send();
      for (int i = 1; i <= 3; i++) row.setString(i, write.channel());
      if (row.executeUpdate() == 0) {
        throw WriteFailure.refused(
            "Not removed: somebody keeps " + write.channel() + ", or it is gone.");
      }
      writer.forgetChannel(write.channel());
    };
  }

  private static TableWrite.Application<AddMember> addMember(TableWriter writer)
      throws SQLException {
    var row = writer.prepare(ADD_MEMBER);
    return write -> {
      row.setString(1, write.channel());
      row.setString(2, write.agent());
      row.setLong(3, write.at());
      row.setLong(4, writer.nextId());
      row.executeUpdate();
    };
  }

  private record Sql(TableReader reader) implements ChannelReads {
    @Override
    public Optional<StoredChannel> channel(String name) {
      return reader.first(CHANNEL, ChannelTable::channel, name);
    }

    @Override
    public List<StoredChannel> channels() {
      return reader.list(CHANNELS, ChannelTable::channel);
    }

    @Override
    public List<String> memberships(String agent) {
      return reader.list(MEMBERSHIPS, row -> row.getString(1), agent);
    }

    @Override
    public List<String> members(String channel, String after, int limit) {
      return reader.list(STORED_MEMBERS, row -> row.getString(1), channel, after, limit);
    }

    @Override
    public Set<String> invited(String channel) {
      List<String> agents = reader.list(INVITED, row -> row.getString(1), channel);
      return new TreeSet<>(agents);
    }

    @Override
    public List<ChannelReads.Abandoned> abandoned() {
      return reader.list(
          ABANDONED, row -> new ChannelReads.Abandoned(row.getString(1), row.getLong(2)));
    }
  }

  private static StoredChannel channel(ResultSet row) throws SQLException {
    return new StoredChannel(
        row.getString(1), row.getInt(2) != 0, row.getInt(3) != 0, row.getString(4), row.getLong(5));
  }
}

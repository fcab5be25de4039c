package dev.reveille.server.store;

import dev.reveille.server.store.StoreWrite.AddChannel;
import dev.reveille.server.store.StoreWrite.AddInvitation;
import dev.reveille.server.store.StoreWrite.AddMember;
import dev.reveille.server.store.StoreWrite.AppendEvent;
import dev.reveille.server.store.StoreWrite.AppendMessage;
import dev.reveille.server.store.StoreWrite.MailDelivered;
import dev.reveille.server.store.StoreWrite.MailOffered;
import dev.reveille.server.store.StoreWrite.MailRanges;
import dev.reveille.server.store.StoreWrite.RemoveApproval;
import dev.reveille.server.store.StoreWrite.RemoveBan;
import dev.reveille.server.store.StoreWrite.RemoveCallback;
import dev.reveille.server.store.StoreWrite.RemoveChannel;
import dev.reveille.server.store.StoreWrite.RemoveMember;
import dev.reveille.server.store.StoreWrite.ReplaceSkills;
import dev.reveille.server.store.StoreWrite.SaveAgent;
import dev.reveille.server.store.StoreWrite.SaveApproval;
import dev.reveille.server.store.StoreWrite.SaveBan;
import dev.reveille.server.store.StoreWrite.SaveCallback;
import dev.reveille.server.store.StoreWrite.SaveKey;
import dev.reveille.server.store.StoreWrite.SaveListFile;
import dev.reveille.server.store.StoreWrite.SetGag;
import dev.reveille.server.store.StoreWrite.SetMute;
import dev.reveille.server.store.StoreWrite.SetSlowMode;
import dev.reveille.server.store.StoreWrite.SetSubscription;
import dev.reveille.server.store.WriteFailure.Fault;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.List;

/**
 * One prepared statement per kind of write, and the counter that gives ids.
 *
 * <p>Rows of the frequent kinds are collected and sent together at the end of the transaction. Only
 * kinds whose order among each other cannot be seen in the result may be collected.
 */
final class WriteStatements {
  private final PreparedStatement message;
  private final PreparedStatement event;
  private final PreparedStatement offered;
  private final PreparedStatement delivered;
  private final PreparedStatement ranges;
  private final PreparedStatement agent;
  private final PreparedStatement key;
  private final PreparedStatement channel;
  private final PreparedStatement member;
  private final PreparedStatement noMember;
  private final PreparedStatement invitation;
  private final PreparedStatement noSkills;
  private final PreparedStatement skill;
  private final AttentionStatements attention;
  private final ListStatements lists;
  private final CallbackStatements callbacks;
  private final ChannelRemoval channels;
  private final StreamTails tails;
  private long lastId;
  private int messages;
  private int events;
  private int offers;
  private int deliveries;

  WriteStatements(Connection connection, long lastId) throws SQLException {
    this.lastId = lastId;
    tails = new StreamTails(connection);
    attention = new AttentionStatements(connection);
    lists = new ListStatements(connection);
    callbacks = new CallbackStatements(connection);
    channels = new ChannelRemoval(connection);
    message =
        connection.prepareStatement(
            "INSERT INTO messages (id, stream, seq, ts, msg_id, sender, sender_name, verified,"
                + " content, client_msg_id, extras, kind)"
                + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    event =
        connection.prepareStatement(
            "INSERT INTO events (id, at, kind, agent, channel, detail) VALUES (?, ?, ?, ?, ?, ?)");
    offered =
        connection.prepareStatement(
            "INSERT INTO mailboxes (agent, offered) VALUES (?, ?) ON CONFLICT (agent) DO UPDATE"
                + " SET offered = excluded.offered WHERE excluded.offered > mailboxes.offered");
    delivered =
        connection.prepareStatement(
            "INSERT INTO mailboxes (agent, delivered) VALUES (?, ?) ON CONFLICT (agent) DO UPDATE"
                + " SET delivered = excluded.delivered"
                + " WHERE excluded.delivered > mailboxes.delivered");
    ranges =
        connection.prepareStatement(
            "INSERT INTO mailboxes (agent, ahead, unshown) VALUES (?, ?, ?) ON CONFLICT (agent)"
                + " DO UPDATE SET ahead = excluded.ahead, unshown = excluded.unshown");
    agent =
        connection.prepareStatement(
            "INSERT INTO agents (id, name, pubkey, first_seen, last_seen) SELECT ?, ?, ?, ?, ?"
                + " WHERE NOT EXISTS (SELECT 1 FROM keys WHERE id = ? AND agent <> ?)"
                + " ON CONFLICT (id) DO UPDATE"
                + " SET name = excluded.name, last_seen = excluded.last_seen");
    key =
        connection.prepareStatement(
            "INSERT INTO keys (id, agent, pubkey, since, until, revoked_at, reason, place)"
                + " SELECT ?, ?, ?, ?, ?, ?, ?, ?"
                + " WHERE NOT EXISTS (SELECT 1 FROM agents WHERE id = ? AND id <> ?)"
                + " ON CONFLICT (id) DO UPDATE SET until = COALESCE(keys.until, excluded.until),"
                + " revoked_at = COALESCE(keys.revoked_at, excluded.revoked_at),"
                + " reason = COALESCE(keys.reason, excluded.reason)"
                + " WHERE keys.agent = excluded.agent");
    channel =
        connection.prepareStatement(
            "INSERT INTO channels (name, invite_only, verified_only, created_by, created_at, place)"
                + " VALUES (?, ?, ?, ?, ?, ?)");
    member =
        connection.prepareStatement(
            "INSERT INTO members (channel, agent, joined_at, place) VALUES (?, ?, ?, ?)"
                + " ON CONFLICT (channel, agent) DO NOTHING");
    noMember = connection.prepareStatement("DELETE FROM members WHERE channel = ? AND agent = ?");
    invitation =
        connection.prepareStatement(
            "INSERT INTO invitations (channel, agent, invited_by, invited_at) VALUES (?, ?, ?, ?)"
                + " ON CONFLICT (channel, agent) DO NOTHING");
    noSkills = connection.prepareStatement("DELETE FROM skills WHERE agent = ?");
    skill =
        connection.prepareStatement(
            "INSERT INTO skills (id, agent, registered_at, capability, rate, currency, fields)"
                + " VALUES (?, ?, ?, ?, ?, ?, ?)");
  }

  void apply(StoreWrite write) throws SQLException, WriteFailure {
    switch (write) {
      case AppendMessage(var m) -> append(m);
      case AppendEvent e -> append(e);
      case MailOffered(var who, var upTo) -> {
        collect(offered, who, upTo);
        offers++;
      }
      case MailDelivered(var who, var upTo) -> {
        collect(delivered, who, upTo);
        deliveries++;
      }
      case MailRanges(var who, var ahead, var unshown) -> {
        ranges.setString(1, who);
        ranges.setString(2, ahead);
        ranges.setString(3, unshown);
        ranges.executeUpdate();
      }
      case SaveAgent(var a) -> save(a);
      case SaveKey(var k) -> save(k);
      case AddChannel(var c) -> add(c);
      case RemoveChannel(var name) -> {
        // What was collected may belong to it.
        send();
        channels.remove(name);
        tails.forget(name);
      }
      case AddMember(var in, var who, var at) -> {
        member.setString(1, in);
        member.setString(2, who);
        member.setLong(3, at);
        member.setLong(4, ++lastId);
        member.executeUpdate();
      }
      case RemoveMember(var in, var who) -> {
        noMember.setString(1, in);
        noMember.setString(2, who);
        noMember.executeUpdate();
      }
      case AddInvitation(var to, var who, var by, var at) -> {
        invitation.setString(1, to);
        invitation.setString(2, who);
        invitation.setString(3, by);
        invitation.setLong(4, at);
        invitation.executeUpdate();
      }
      case ReplaceSkills(var who, var at, var skills) -> replace(who, at, skills);
      case SetSubscription s -> attention.apply(s);
      case SetMute m -> attention.apply(m);
      case SetGag g -> attention.apply(g);
      case SetSlowMode s -> attention.apply(s);
      case SaveBan(var ban) -> lists.save(ban, ++lastId);
      case RemoveBan(var who) -> lists.removeBan(who);
      case SaveApproval(var approval) -> lists.save(approval, ++lastId);
      case RemoveApproval(var key) -> lists.removeApproval(key);
      case SaveListFile(var file) -> lists.save(file);
      case SaveCallback(var callback) -> callbacks.save(callback, ++lastId);
      case RemoveCallback(var id) -> callbacks.remove(id);
    }
  }

  /** Sends what was collected. */
  void send() throws SQLException {
    if (messages > 0) {
      messages = 0;
      message.executeBatch();
    }
    if (events > 0) {
      events = 0;
      event.executeBatch();
    }
    if (offers > 0) {
      offers = 0;
      offered.executeBatch();
    }
    if (deliveries > 0) {
      deliveries = 0;
      delivered.executeBatch();
    }
  }

  void committed() {
    tails.committed();
  }

  void forgetStreams() {
    tails.forget();
  }

  /** Forgets what was collected since the counter had this value. */
  void abandon(long lastIdBefore) throws SQLException {
    lastId = lastIdBefore;
    messages = 0;
    events = 0;
    offers = 0;
    deliveries = 0;
    tails.forget();
    message.clearBatch();
    event.clearBatch();
    offered.clearBatch();
    delivered.clearBatch();
  }

  long lastId() {
    return lastId;
  }

  private void append(StoredMessage m) throws SQLException, WriteFailure {
    var tail = tails.of(m.stream());
    if (m.seq() != tail.last + 1) {
      throw new WriteFailure(
          Fault.UNIT,
          "Not stored: the next message of "
              + m.stream()
              + " is number "
              + (tail.last + 1)
              + ", not "
              + m.seq()
              + ". Try again.");
    }
    tail.last = m.seq();
    message.setLong(1, ++lastId);
    message.setLong(2, tail.stream);
    message.setLong(3, m.seq());
    message.setLong(4, m.ts());
    message.setString(5, m.msgId());
    message.setString(6, m.sender());
    message.setString(7, m.senderName());
    if (m.verified() == null) {
      message.setNull(8, Types.SMALLINT);
    } else {
      message.setInt(8, m.verified() ? 1 : 0);
    }
    message.setString(9, m.content());
    message.setString(10, m.clientMsgId());
    message.setString(11, m.extras());
    message.setString(12, m.kind().equals(StoredMessage.MESSAGE) ? null : m.kind());
    message.addBatch();
    messages++;
  }

  private void append(AppendEvent e) throws SQLException {
    event.setLong(1, ++lastId);
    event.setLong(2, e.at());
    event.setString(3, e.kind());
    event.setString(4, e.agent());
    event.setString(5, e.channel());
    event.setString(6, e.detail());
    event.addBatch();
    events++;
  }

  private static void collect(PreparedStatement mailbox, String agent, long upTo)
      throws SQLException {
    mailbox.setString(1, agent);
    mailbox.setLong(2, Math.max(0, upTo));
    mailbox.addBatch();
  }

  /** The last skill gets the lowest id: results are read backwards. */
  private void replace(String who, long at, List<StoredSkill> skills) throws SQLException {
    noSkills.setString(1, who);
    noSkills.executeUpdate();
    for (var s : skills.reversed()) {
      skill.setLong(1, ++lastId);
      skill.setString(2, who);
      skill.setLong(3, at);
      skill.setString(4, s.terms().capability());
      if (s.terms().rate() == null) skill.setNull(5, Types.DOUBLE);
      else skill.setDouble(5, s.terms().rate());
      skill.setString(6, s.terms().currency());
      skill.setString(7, s.fields());
      skill.executeUpdate();
    }
  }

  private void save(StoredAgent a) throws SQLException {
    agent.setString(1, a.id());
    agent.setString(2, a.name());
    agent.setString(3, a.pubkey());
    agent.setLong(4, a.firstSeen());
    agent.setLong(5, a.lastSeen());
    agent.setString(6, a.id());
    agent.setString(7, a.id());
    agent.executeUpdate();
  }

  private void save(StoredKey k) throws SQLException, WriteFailure {
    key.setString(1, k.id());
    key.setString(2, k.agent());
    key.setString(3, k.pubkey());
    key.setLong(4, k.since());
    key.setObject(5, k.until(), Types.BIGINT);
    key.setObject(6, k.revoked(), Types.BIGINT);
    key.setString(7, k.reason());
    key.setLong(8, ++lastId);
    key.setString(9, k.id());
    key.setString(10, k.agent());
    if (key.executeUpdate() == 0) {
      throw new WriteFailure(
          Fault.UNIT, "Not stored: " + k.id() + " is another agent's key. Use a new one.");
    }
  }

  private void add(StoredChannel c) throws SQLException {
    channel.setString(1, c.name());
    channel.setInt(2, c.inviteOnly() ? 1 : 0);
    channel.setInt(3, c.verifiedOnly() ? 1 : 0);
    channel.setString(4, c.createdBy());
    channel.setLong(5, c.createdAt());
    channel.setLong(6, ++lastId);
    channel.executeUpdate();
  }
}

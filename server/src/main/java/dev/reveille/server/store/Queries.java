package dev.reveille.server.store;

import dev.reveille.server.store.Store.ClientKey;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The questions that are asked of the tables, and the rows they give back. */
final class Queries {
  private static final String MESSAGE =
      "SELECT ? AS stream, seq, ts, msg_id, sender, sender_name, verified, content, client_msg_id,"
          + " extras, kind FROM messages WHERE stream = (SELECT id FROM streams WHERE name = ?)";

  static final String AFTER = MESSAGE + " AND seq > ? ORDER BY seq LIMIT ?";
  static final String BEFORE = MESSAGE + " AND seq < ? ORDER BY seq DESC LIMIT ?";

  /** How many {@link #MESSAGES} asks for at once; who wants fewer repeats one. */
  static final int MESSAGES_AT_ONCE = 50;

  static final String MESSAGES =
      "SELECT s.name, m.seq, m.ts, m.msg_id, m.sender, m.sender_name, m.verified, m.content,"
          + " m.client_msg_id, m.extras, m.kind, m.id FROM messages m JOIN streams s ON s.id ="
          + " m.stream WHERE m.id IN (?"
          + ", ?".repeat(MESSAGES_AT_ONCE - 1)
          + ") ORDER BY m.id";
  static final String MESSAGES_DOWN = MESSAGES + " DESC";

  static final String IDENTITY = "SELECT id FROM identity";

  static final String HEAD =
      "SELECT s.removed_seq, s.removed_ts, m.seq, m.ts FROM streams s LEFT JOIN messages m"
          + " ON m.stream = s.id"
          + " AND m.seq = (SELECT max(n.seq) FROM messages n WHERE n.stream = s.id)"
          + " WHERE s.name = ?";

  static final String AGENT =
      "SELECT id, name, pubkey, first_seen, last_seen FROM agents WHERE id = ?";

  private static final String KEY_COLUMNS =
      "SELECT id, agent, pubkey, since, until, revoked_at, reason, place FROM keys";

  /** The key of an agent that never changed it. */
  private static final String ONLY_KEY =
      "SELECT a.id, a.id, a.pubkey, a.first_seen, NULL, NULL, NULL, 0 FROM agents a"
          + " WHERE a.id = ? AND a.pubkey IS NOT NULL"
          + " AND NOT EXISTS (SELECT 1 FROM keys k WHERE k.id = a.id)";

  static final String KEY = KEY_COLUMNS + " WHERE id = ? UNION ALL " + ONLY_KEY;
  static final String KEYS =
      KEY_COLUMNS
          + " WHERE agent = ? UNION ALL "
          + KEY_COLUMNS
          + " WHERE id = ? AND agent <> ? UNION ALL "
          + ONLY_KEY
          + " ORDER BY place";

  static final String LAST_SEEN =
      "SELECT id, name, pubkey, first_seen, last_seen FROM agents"
          + " ORDER BY last_seen DESC, id DESC LIMIT ?";

  static final String LAST_SEEN_AS =
      "SELECT id, name, pubkey, first_seen, last_seen FROM agents"
          + " WHERE name = ? AND pubkey IS NOT NULL ORDER BY id LIMIT ?";

  /** What the server says for an agent has extras; its notices have none. */
  static final String ABANDONED =
      "SELECT c.name, COALESCE((SELECT max(m.seq) FROM messages m WHERE m.stream = s.id),"
          + " s.removed_seq, 0) FROM channels c LEFT JOIN streams s ON s.name = c.name"
          + " WHERE NOT EXISTS (SELECT 1 FROM members n WHERE n.channel = c.name)"
          + " AND NOT EXISTS (SELECT 1 FROM messages m"
          + " WHERE m.stream = s.id AND (m.sender <> '@server' OR m.extras <> ''))"
          + " ORDER BY c.name";

  static final String AGENTS_WITH_KEY = "SELECT count(*) FROM agents WHERE pubkey IS NOT NULL";

  private static final String CHANNEL_COLUMNS =
      "SELECT name, invite_only, verified_only, created_by, created_at FROM channels";
  static final String CHANNEL = CHANNEL_COLUMNS + " WHERE name = ?";
  static final String CHANNELS = CHANNEL_COLUMNS + " ORDER BY place";

  static final String MEMBERSHIPS = "SELECT channel FROM members WHERE agent = ? ORDER BY place";
  static final String INVITED = "SELECT agent FROM invitations WHERE channel = ?";
  static final String MAILBOX =
      "SELECT offered, delivered, ahead, unshown FROM mailboxes WHERE agent = ?";

  /** One question for all that is loaded with an agent: who connects should not wait for three. */
  static final String ATTENTION =
      "SELECT 's', channel, filter, 0 FROM subscriptions WHERE agent = ?"
          + " UNION ALL SELECT 'm', muted, '', 0 FROM mutes WHERE agent = ?"
          + " UNION ALL SELECT 'g', '', reason, until FROM gags WHERE agent = ?";

  static final String MUTED = "SELECT muted FROM mutes WHERE agent = ? ORDER BY muted";
  static final String SLOW_MODE = "SELECT seconds FROM slow_modes WHERE channel = ?";

  static final String CLIENT_KEYS =
      "SELECT m.client_msg_id, s.name, m.seq FROM messages m JOIN streams s ON s.id = m.stream"
          + " WHERE m.sender = ? AND m.client_msg_id IS NOT NULL ORDER BY m.id DESC LIMIT ?";

  static final String SKILLS =
      "SELECT id, agent, registered_at, capability, rate, currency FROM skills"
          + " ORDER BY id DESC LIMIT ?";
  static final String SKILLS_OF =
      "SELECT id, agent, registered_at, capability, rate, currency FROM skills"
          + " WHERE agent = ? ORDER BY id DESC";
  static final String SKILL_FIELDS = "SELECT fields FROM skills WHERE id = ?";

  private static final String FEED_MESSAGES =
      "SELECT m.id AS id, m.ts, 'message', m.sender, s.name, CAST(m.seq AS TEXT)"
          + " FROM messages m JOIN streams s ON s.id = m.stream";
  private static final String FEED_EVENTS =
      " UNION ALL SELECT e.id AS id, e.at, e.kind, e.agent, e.channel, e.detail FROM events e";
  static final String EVENTS =
      FEED_MESSAGES + " WHERE m.id > ?" + FEED_EVENTS + " WHERE e.id > ? ORDER BY id LIMIT ?";
  static final String EVENTS_BEFORE =
      FEED_MESSAGES + " WHERE m.id < ?" + FEED_EVENTS + " WHERE e.id < ? ORDER BY id DESC LIMIT ?";

  /** Only when: for those who look for a moment. */
  static final String NEXT_MOMENT =
      "SELECT m.id AS id, m.ts FROM messages m WHERE m.id > ?"
          + " UNION ALL SELECT e.id AS id, e.at FROM events e WHERE e.id > ? ORDER BY id LIMIT 1";

  private static final String EVENT_COLUMNS =
      "SELECT id, at, kind, agent, channel, detail FROM events";
  static final String AUDIT_AFTER = EVENT_COLUMNS + " WHERE id > ? ORDER BY id LIMIT ?";
  static final String AUDIT_NEWEST = EVENT_COLUMNS + " ORDER BY id DESC LIMIT ?";

  static final String BANS = "SELECT agent, reason, banned_at, banned_by FROM bans ORDER BY place";
  static final String APPROVALS =
      "SELECT pubkey, agent, approved_at, approved_by, note FROM approvals ORDER BY place";
  static final String LIST_FILE = "SELECT name, known, coming FROM list_files WHERE name = ?";

  private static final String CALLBACK_COLUMNS =
      "SELECT id, agent, channel, payload, fire_at, created_at, client_msg_id FROM callbacks";
  static final String CALLBACKS = CALLBACK_COLUMNS + " WHERE agent = ? ORDER BY place";
  static final String CALLBACKS_AFTER = CALLBACK_COLUMNS + " WHERE id > ? ORDER BY id LIMIT ?";

  static final String STREAMS = "SELECT id, name FROM streams WHERE id > ? ORDER BY id LIMIT ?";
  static final String OLDEST_MESSAGES =
      "SELECT seq, ts, id FROM messages WHERE stream = ? ORDER BY seq LIMIT ?";
  static final String EVENT_BEYOND = "SELECT id FROM events ORDER BY id DESC LIMIT 1 OFFSET ?";
  static final String OLDEST_EVENTS = "SELECT id, at, id FROM events ORDER BY id LIMIT ?";

  private Queries() {}

  static StoredMessage message(ResultSet row) throws SQLException {
    return new StoredMessage(
        row.getString(1),
        row.getLong(2),
        row.getLong(3),
        row.getString(4),
        row.getString(5),
        row.getString(6),
        flag(row, 7),
        row.getString(8),
        row.getString(9),
        row.getString(10),
        kind(row.getString(11)));
  }

  /** Nearly all entries are messages; their rows say nothing. */
  private static String kind(@Nullable String stored) {
    return stored == null ? StoredMessage.MESSAGE : stored;
  }

  static StreamHead head(ResultSet row) throws SQLException {
    long removed = row.getLong(1);
    long last = row.getLong(3);
    return last == 0
        ? new StreamHead(removed == 0 ? 0 : removed + 1, removed, row.getLong(2))
        : new StreamHead(removed + 1, last, row.getLong(4));
  }

  static StoredAgent agent(ResultSet row) throws SQLException {
    return new StoredAgent(
        row.getString(1), row.getString(2), row.getString(3), row.getLong(4), row.getLong(5));
  }

  static StoredKey key(ResultSet row) throws SQLException {
    return new StoredKey(
        row.getString(1),
        row.getString(2),
        row.getString(3),
        row.getLong(4),
        number(row, 5),
        number(row, 6),
        row.getString(7));
  }

  static StoredChannel channel(ResultSet row) throws SQLException {
    return new StoredChannel(
        row.getString(1), row.getInt(2) != 0, row.getInt(3) != 0, row.getString(4), row.getLong(5));
  }

  static MailboxState mailbox(ResultSet row) throws SQLException {
    return new MailboxState(row.getLong(1), row.getLong(2), row.getString(3), row.getString(4));
  }

  /** One row of {@link #ATTENTION}. */
  record AttentionRow(String kind, String name, String text, long until) {}

  static AttentionRow attention(ResultSet row) throws SQLException {
    return new AttentionRow(row.getString(1), row.getString(2), row.getString(3), row.getLong(4));
  }

  static StoredAttention attention(List<AttentionRow> rows) {
    var subscriptions = new ArrayList<StoredAttention.Subscription>();
    var muted = new ArrayList<String>();
    @Nullable StoredGag gag = null;
    for (var row : rows) {
      switch (row.kind()) {
        case "s" -> subscriptions.add(new StoredAttention.Subscription(row.name(), row.text()));
        case "m" -> muted.add(row.name());
        default -> gag = new StoredGag(row.until(), row.text());
      }
    }
    subscriptions.sort(Comparator.comparing(StoredAttention.Subscription::channel));
    muted.sort(Comparator.naturalOrder());
    return new StoredAttention(subscriptions, muted, gag);
  }

  static ClientKey clientKey(ResultSet row) throws SQLException {
    return new ClientKey(row.getString(1), row.getString(2), row.getLong(3));
  }

  static StoredEvent event(ResultSet row) throws SQLException {
    return new StoredEvent(
        row.getLong(1),
        row.getLong(2),
        row.getString(3),
        row.getString(4),
        row.getString(5),
        row.getString(6));
  }

  static StoredSkill.Terms skillTerms(ResultSet row) throws SQLException {
    double number = row.getDouble(5);
    var rate = row.wasNull() ? null : (Double) number;
    return new StoredSkill.Terms(row.getString(4), rate, row.getString(6));
  }

  private static @Nullable Long number(ResultSet row, int column) throws SQLException {
    long value = row.getLong(column);
    return row.wasNull() ? null : value;
  }

  static StoredBan ban(ResultSet row) throws SQLException {
    return new StoredBan(row.getString(1), row.getString(2), row.getLong(3), row.getString(4));
  }

  static StoredApproval approval(ResultSet row) throws SQLException {
    return new StoredApproval(
        row.getString(1), row.getString(2), row.getLong(3), row.getString(4), row.getString(5));
  }

  static ListFile listFile(ResultSet row) throws SQLException {
    return new ListFile(row.getString(1), row.getString(2), row.getString(3));
  }

  static StoredCallback callback(ResultSet row) throws SQLException {
    return new StoredCallback(
        row.getString(1),
        row.getString(2),
        row.getString(3),
        row.getString(4),
        row.getLong(5),
        row.getLong(6),
        row.getString(7));
  }

  private static @Nullable Boolean flag(ResultSet row, int column) throws SQLException {
    int value = row.getInt(column);
    return row.wasNull() ? null : value != 0;
  }
}

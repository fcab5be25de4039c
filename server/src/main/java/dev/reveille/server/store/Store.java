package dev.reveille.server.store;

import dev.reveille.server.kernel.Committer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What survives the process.
 *
 * <p>A unit is settled without a refusal only when it is on disk. Every write carries the epoch
 * that this owner took when it opened the store; once another owner has taken a later one, every
 * unit of the earlier is refused.
 *
 * <p>Reads block, may be made from any thread, see every settled unit and never one that is not
 * durable. They throw {@link StoreException} when the disk does not answer.
 */
public interface Store extends Committer, AutoCloseable {
  /**
   * The characters of text that one page of messages or events holds at most, if it holds more than
   * one entry. A page that is full ends sooner than its limit says.
   */
  long PAGE_CHARS = 1 << 20;

  /** Which store this is: made with it, the same for as long as it exists, and no other has it. */
  String identity();

  Optional<StoredAgent> agent(String id);

  /** The key of this id, whoever's it is. The only key of an agent that never changed it counts. */
  Optional<StoredKey> key(String id);

  /**
   * The agent's keys, oldest first. If the id is not an agent's but that of another agent's key,
   * that key alone.
   */
  List<StoredKey> keys(String agent);

  /** The agents that have a key. */
  long agentsWithKey();

  /** Agents that are kept, those that came or went last first, at most {@code limit}. */
  List<StoredAgent> lastSeen(int limit);

  /** The agents with a key that were last seen under exactly this name, at most {@code limit}. */
  List<StoredAgent> lastSeenAs(String name, int limit);

  /**
   * The channels that no member is stored of and in which nothing is kept that an agent said, in
   * order of their names.
   */
  List<Abandoned> abandoned();

  /** A channel that nobody keeps, and the seq of the last notice in it. */
  record Abandoned(String channel, long lastSeq) {}

  Optional<StoredChannel> channel(String name);

  /** In order of creation. */
  List<StoredChannel> channels();

  /** The channels this agent is a member of, in order of joining. */
  List<String> memberships(String agent);

  Set<String> invited(String channel);

  StreamHead head(String stream);

  /**
   * Messages with a greater seq, oldest first, at most {@code limit}. A full page ends sooner; only
   * an empty one is the end.
   */
  List<StoredMessage> after(String stream, long seq, int limit);

  /**
   * The newest messages with a smaller seq, oldest first, at most {@code limit}. A full page begins
   * later; only an empty one is the end.
   */
  List<StoredMessage> before(String stream, long seq, int limit);

  /**
   * Messages by the ids of their entries in the event feed; those that are gone are left out. The
   * ids ascend or descend and are looked up in that order until the page is full.
   */
  FoundMessages messages(List<Long> ids);

  MailboxState mailbox(String agent);

  /** What the agent hears, by channel and by agent in order of their names, and its gag. */
  StoredAttention attention(String agent);

  /** The agents that this one does not hear, in order of their ids. */
  List<String> muted(String agent);

  /** The seconds that an operator set for the channel, if any did. */
  Optional<Long> slowMode(String channel);

  /**
   * The seq, by stream, of the sender's newest messages that carry a client_msg_id, newest first.
   */
  List<ClientKey> clientKeys(String sender, int limit);

  /** A sender's own key and the message it was given to. */
  record ClientKey(String clientMsgId, String stream, long seq) {}

  /**
   * Looks through the skills, latest registration first.
   *
   * @param scan at most so many are looked at
   * @param limit at most so many of those that fit are given, and no more than a page has room for,
   *     though all are counted
   */
  SkillsFound skills(Predicate<StoredSkill.Terms> wanted, int scan, int limit);

  /** Looks through the skills of one agent, in its own order. An agent has a bounded number. */
  SkillsFound skillsOf(String agent, Predicate<StoredSkill.Terms> wanted, int limit);

  /** The agent's durable callbacks, in order of creation. */
  List<StoredCallback> callbacks(String agent);

  /** Everybody's durable callbacks after an id, by id, at most {@code limit}. */
  List<StoredCallback> callbacksAfter(String id, int limit);

  /**
   * The event feed after an id, oldest first, at most {@code limit}. A full page ends sooner; only
   * an empty one is the end.
   */
  List<StoredEvent> events(long afterId, int limit);

  /**
   * The newest entries of the event feed before an id, oldest first, at most {@code limit}. A full
   * page begins later; only an empty one is the end.
   */
  List<StoredEvent> eventsBefore(long beforeId, int limit);

  /**
   * For each of these moments, in ascending order, the id of the newest entry of the event feed
   * that is not younger; 0 if there is none. Halves the ids, so it looks at few entries; where the
   * wall clock was set back, it finds one of several.
   */
  List<Long> eventsAt(List<Long> moments);

  /**
   * Has somebody told after each commit that the feed may have grown. One at a time; on the
   * writer's thread, so it must be quick.
   */
  void onCommit(Runnable told);

  /** In the order they were first banned. */
  List<StoredBan> bans();

  /** The allowlist, in order of entry. */
  List<StoredApproval> approvals();

  Optional<ListFile> listFile(String name);

  /** Rows per table, for people. May be slow. */
  Map<String, Long> sizes();

  /**
   * Removes messages beyond what is to be kept, events of that age, and agents that were away for
   * long and have nothing to come back for. Never touches what waits in a mailbox.
   *
   * <p>What was stored before something that is too old is too old as well, whatever time stands in
   * it: the wall clock may have been ahead then.
   *
   * @param nowMillis must be right: a clock that is ahead removes what should stay
   * @param isPresent whether the agent of this id is connected
   * @return how many rows went
   */
  long prune(Retention retention, long nowMillis, Predicate<String> isPresent);

  default long prune(Retention retention, long nowMillis) {
    return prune(retention, nowMillis, _ -> false);
  }

  /** The latest time that was given to {@link #prune} for something that goes by age. */
  Optional<Long> lastAgeMark();

  /**
   * Forgets what {@link #prune} noted about the age of rows, so that only their own times count. To
   * be called if an earlier time that was given to it may have been behind: by such a note young
   * rows would be old.
   */
  void forgetAgeMarks();

  StoreNumbers numbers();

  /** Absent while writes succeed; else what the last failed write said. */
  Optional<String> trouble();

  @Override
  void close();
}

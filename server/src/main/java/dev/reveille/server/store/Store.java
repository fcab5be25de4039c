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

  /**
   * Returns the reads that a table offers.
   *
   * @param reads the interface of the feature that owns the table
   * @throws IllegalStateException if no table of this store offers them
   */
  <R> R reads(Class<R> reads);

  /** A channel that nobody keeps, and the seq of the last notice in it. */
  record Abandoned(String channel, long lastSeq) {}

  /** A sender's own key and the message it was given to. */
  record ClientKey(String clientMsgId, String stream, long seq) {}

  /**
   * Has somebody told after each commit that the feed may have grown. One at a time; on the
   * writer's thread, so it must be quick.
   */
  void onCommit(Runnable told);

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

  /* The reads of the features, until their callers take them from rows(). */

  default Optional<StoredAgent> agent(String id) {
    return reads(AgentReads.class).agent(id);
  }

  default long agentsWithKey() {
    return reads(AgentReads.class).agentsWithKey();
  }

  default List<StoredAgent> lastSeen(int limit) {
    return reads(AgentReads.class).lastSeen(limit);
  }

  default List<StoredAgent> lastSeenAs(String name, int limit) {
    return reads(AgentReads.class).lastSeenAs(name, limit);
  }

  default Optional<StoredKey> key(String id) {
    return reads(KeyReads.class).key(id);
  }

  default List<StoredKey> keys(String agent) {
    return reads(KeyReads.class).keys(agent);
  }

  default List<Abandoned> abandoned() {
    return reads(ChannelReads.class).abandoned();
  }

  default Optional<StoredChannel> channel(String name) {
    return reads(ChannelReads.class).channel(name);
  }

  default List<StoredChannel> channels() {
    return reads(ChannelReads.class).channels();
  }

  default List<String> memberships(String agent) {
    return reads(ChannelReads.class).memberships(agent);
  }

  default Set<String> invited(String channel) {
    return reads(ChannelReads.class).invited(channel);
  }

  default StreamHead head(String stream) {
    return reads(EntryReads.class).head(stream);
  }

  default List<StoredMessage> after(String stream, long seq, int limit) {
    return reads(EntryReads.class).after(stream, seq, limit);
  }

  default List<StoredMessage> before(String stream, long seq, int limit) {
    return reads(EntryReads.class).before(stream, seq, limit);
  }

  default FoundMessages messages(List<Long> ids) {
    return reads(EntryReads.class).messages(ids);
  }

  default List<ClientKey> clientKeys(String sender, int limit) {
    return reads(EntryReads.class).clientKeys(sender, limit);
  }

  default MailboxState mailbox(String agent) {
    return reads(MailReads.class).mailbox(agent);
  }

  default List<String> muted(String agent) {
    return reads(SubscriptionReads.class).muted(agent);
  }

  default Optional<Long> slowMode(String channel) {
    return reads(SlowModeReads.class).slowMode(channel);
  }

  default SkillsFound skills(Predicate<StoredSkill.Terms> wanted, int scan, int limit) {
    return reads(SkillReads.class).skills(wanted, scan, limit);
  }

  default SkillsFound skillsOf(String agent, Predicate<StoredSkill.Terms> wanted, int limit) {
    return reads(SkillReads.class).skillsOf(agent, wanted, limit);
  }

  default List<StoredCallback> callbacks(String agent) {
    return reads(CallbackReads.class).callbacks(agent);
  }

  default List<StoredCallback> callbacksAfter(String id, int limit) {
    return reads(CallbackReads.class).callbacksAfter(id, limit);
  }

  default List<StoredEvent> events(long afterId, int limit) {
    return reads(EventReads.class).events(afterId, limit);
  }

  default List<StoredEvent> eventsBefore(long beforeId, int limit) {
    return reads(EventReads.class).eventsBefore(beforeId, limit);
  }

  default List<Long> eventsAt(List<Long> moments) {
    return reads(EventReads.class).eventsAt(moments);
  }

  default List<StoredBan> bans() {
    return reads(AdminReads.class).bans();
  }

  default List<StoredApproval> approvals() {
    return reads(AdminReads.class).approvals();
  }

  default Optional<ListFile> listFile(String name) {
    return reads(AdminReads.class).listFile(name);
  }

  /** What the agent hears, by channel and by agent in order of their names, and its gag. */
  default StoredAttention attention(String agent) {
    var heard = reads(SubscriptionReads.class).heard(agent);
    var gag = reads(GagReads.class).gag(agent).orElse(null);
    return new StoredAttention(heard.subscriptions(), heard.muted(), gag);
  }
}

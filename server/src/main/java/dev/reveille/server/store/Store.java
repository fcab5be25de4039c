package dev.reveille.server.store;

import dev.reveille.server.kernel.Committer;
import java.util.Map;
import java.util.Optional;
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
}

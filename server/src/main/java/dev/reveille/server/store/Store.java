package dev.reveille.server.store;

import dev.reveille.server.kernel.Committer;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Keeps everything that survives the process.
 *
 * <p>A unit is settled without a refusal only when it is on disk. Every write carries the epoch
 * that this owner took when it opened the store. Once another owner has taken a later epoch, every
 * unit of the earlier owner is refused.
 *
 * <p>Reads block and may be made from any thread. They see every settled unit and never one that is
 * not durable. They throw {@link StoreException} if the disk does not answer.
 */
public interface Store extends Committer, AutoCloseable {
  /**
   * The most characters of text in one page of messages or events, unless the page has only one
   * entry. A page that is full of text has fewer entries than its limit.
   */
  long PAGE_CHARS = 1 << 20;

  /**
   * Returns the identity of this store. It is made with the store, never changes, and no other
   * store has it.
   */
  String identity();

  /**
   * Returns the reads that a table offers.
   *
   * @param reads the interface of the feature that owns the table
   * @throws IllegalStateException if no table of this store offers them
   */
  <R> R reads(Class<R> reads);

  /**
   * Runs reads that belong together. A virtual thread changes to a thread that may block once for
   * all of them, instead of once for each.
   *
   * @param reads reads of this store only: it must wait for nothing else
   */
  default <T> T together(Supplier<T> reads) {
    return reads.get();
  }

  /** A client_msg_id and the message that has it. */
  record ClientKey(String clientMsgId, String stream, long seq) {}

  /**
   * Runs {@code told} after each commit, when the feed may have grown. There is only one such
   * listener. It runs on the writer's thread, so it must be quick.
   */
  void onCommit(Runnable told);

  /** Returns the number of rows of each table, for people. May be slow. */
  Map<String, Long> sizes();

  /**
   * Removes messages and events beyond the retention, and agents that were away for long and have
   * nothing to come back for. Removes rows of tables that have an age of their own. Never removes
   * undelivered messages in a mailbox.
   *
   * <p>Everything that was stored before something too old is too old as well, whatever its own
   * time is. The wall clock may have been ahead then.
   *
   * @param nowMillis must be right: a clock that is ahead removes what should stay
   * @param isPresent true if the agent of this id is connected
   * @return the number of removed rows
   */
  long prune(Retention retention, long nowMillis, Predicate<String> isPresent);

  default long prune(Retention retention, long nowMillis) {
    return prune(retention, nowMillis, _ -> false);
  }

  /** Returns the latest time that was given to {@link #prune} with a limit by age. */
  Optional<Long> lastAgeMark();

  /**
   * Forgets the age marks that {@link #prune} made, so that only the times in the rows count. Call
   * it if an earlier time given to {@code prune} may have been behind: with such a mark young rows
   * would count as old.
   */
  void forgetAgeMarks();

  StoreNumbers numbers();

  /** Returns the text of the last failed write; empty while writes succeed. */
  Optional<String> trouble();

  @Override
  void close();
}

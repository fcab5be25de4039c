package dev.reveille.server.observe;

import dev.reveille.server.store.EventReads;
import dev.reveille.server.store.Store;
import dev.reveille.server.store.StoredEvent;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The one ordered log of all events and entries, for readers that follow it.
 *
 * <p>Reads always come from the store. A commit is only a hint to read again. So a reader that
 * remembers the id of the last entry it saw misses nothing and sees nothing twice, even after a
 * restart of the reader or of the server.
 */
public final class Feed {
  private final Store store;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition grown = lock.newCondition();

  /* Guarded by lock. */
  private long commits;
  private int waiting;

  private final FeedPlaces places;

  public Feed(Store store) {
    this.store = store;
    places = new FeedPlaces(store.identity());
    store.onCommit(this::committed);
  }

  private void committed() {
    lock.lock();
    try {
      commits++;
      if (waiting > 0) grown.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Returns a number that changes with every commit. */
  public long commits() {
    lock.lock();
    try {
      return commits;
    } finally {
      lock.unlock();
    }
  }

  /** Waits until there is another commit than {@code known}, or until the time is over. */
  public void await(long known, long atMostMillis) throws InterruptedException {
    long left = TimeUnit.MILLISECONDS.toNanos(atMostMillis);
    lock.lockInterruptibly();
    try {
      waiting++;
      while (commits == known && left > 0) left = grown.awaitNanos(left);
    } finally {
      waiting--;
      lock.unlock();
    }
  }

  /** Returns entries with a greater id, oldest first. */
  public List<StoredEvent> after(long id, int limit) {
    return store.reads(EventReads.class).events(id, limit);
  }

  /** Returns the newest entries with a smaller id, oldest first. */
  public List<StoredEvent> before(long id, int limit) {
    return store.reads(EventReads.class).eventsBefore(id, limit);
  }

  /**
   * Returns the id of the newest entry that is not younger than this moment; 0 if there is none. If
   * the wall clock was set back, several entries match, and this returns one of them.
   */
  public long at(long millis) {
    return at(List.of(millis)).getFirst();
  }

  /**
   * Returns the same for several moments in ascending order. It costs little more than one moment.
   */
  public List<Long> at(List<Long> moments) {
    return store.reads(EventReads.class).eventsAt(moments);
  }

  /** Returns the ids as readers outside the server know them. */
  public FeedPlaces places() {
    return places;
  }

  /** Returns the identity of the store that gave the ids. */
  public String identity() {
    return store.identity();
  }

  /** Returns the id of the newest entry; 0 if there is none. */
  public long last() {
    var newest = store.reads(EventReads.class).eventsBefore(Long.MAX_VALUE, 1);
    return newest.isEmpty() ? 0 : newest.getLast().id();
  }
}

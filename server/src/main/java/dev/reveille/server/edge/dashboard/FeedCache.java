package dev.reveille.server.edge.dashboard;

import dev.reveille.server.observe.Feed;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The newest entries of the feed as JSON, as one role sees them. They are made once for all
 * viewers.
 *
 * <p>A viewer that is behind the oldest entry here reads the store until it has caught up. Entries
 * are only added at the end of the feed, so cached entries stay right, until an event changes
 * earlier ones, as when an author takes one back: then all are forgotten.
 */
final class FeedCache {
  /** The most entries that are made, or returned, at once. */
  static final int PAGE = 200;

  private static final int MOST = 2_000;
  private static final long MOST_CHARS = 4L << 20;

  /** With this many characters a page is full. */
  private static final long PAGE_CHARS = 1L << 20;

  /**
   * Entries after an id.
   *
   * @param last the page has all entries up to this id that the role may see
   */
  record Page(long last, List<FeedRows.Row> rows) {}

  private record Looked(Page page, boolean changesEarlier) {}

  private final Feed feed;
  private final FeedRows rows;
  private final Role role;
  private final ReentrantLock lock = new ReentrantLock();

  /* Guarded by lock: all entries after first, up to last, that the role may see. */
  private final TreeMap<Long, FeedRows.Row> kept = new TreeMap<>();
  private long first = -1;
  private long last = -1;
  private long chars;
  private long commits = -1;

  FeedCache(Feed feed, FeedRows rows, Role role) {
    this.feed = feed;
    this.rows = rows;
    this.role = role;
  }

  /**
   * Returns the entries after an id. If the page's last id is the one asked for, there are no more.
   */
  Page after(long seen) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      follow();
      if (seen >= first) return page(seen);
    } finally {
      lock.unlock();
    }
    return read(seen).page();
  }

  private Looked read(long seen) {
    var page = feed.after(seen, PAGE);
    if (page.isEmpty()) return new Looked(new Page(seen, List.of()), false);
    var part = rows.of(page, role);
    var looked = page.subList(0, part.looked());
    return new Looked(
        new Page(looked.getLast().id(), part.rows()),
        looked.stream().anyMatch(rows::changesEarlier));
  }

  private Page page(long seen) {
    var some = new ArrayList<FeedRows.Row>();
    long size = 0;
    for (var row : kept.tailMap(seen, false).values()) {
      if (some.size() == PAGE || size >= PAGE_CHARS) return new Page(some.getLast().id(), some);
      some.add(row);
      size += row.json().length();
    }
    return new Page(Math.max(seen, last), some);
  }

  /** Adds the entries that were committed since the last call. */
  private void follow() {
    long now = feed.commits();
    if (now == commits) return;
    long newest = feed.last();
    // Nobody read for a long time. New viewers start at the end, or read the store themselves.
    if (last < 0 || newest - last > MOST) {
      kept.clear();
      chars = 0;
      first = newest;
      last = newest;
    }
    while (last < newest) {
      var looked = read(last);
      var page = looked.page();
      if (page.last() == last) break;
      if (looked.changesEarlier()) {
        kept.clear();
        chars = 0;
        first = page.last();
        last = first;
        continue;
      }
      for (var row : page.rows()) {
        kept.put(row.id(), row);
        chars += row.json().length();
      }
      last = page.last();
      forget();
    }
    commits = now;
  }

  private void forget() {
    while (kept.size() > MOST || chars > MOST_CHARS) {
      var oldest = kept.pollFirstEntry();
      if (oldest == null) return;
      chars -= oldest.getValue().json().length();
      first = oldest.getKey();
    }
  }
}

package dev.reveille.server.inbox;

import dev.reveille.server.store.EntryReads;
import dev.reveille.server.store.Store;
import dev.reveille.server.store.StoredEntry;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Pages of channels for all waits that one message ends. A page is read when the first of them
 * needs it, so it has that message. Later messages may be missing: the next answer has them. A page
 * of long texts is read by each wait. Safe for all threads. Its methods may block.
 */
final class SharedPages {
  private static final int PAGE = 100;

  /** The most pages that are kept. Agents that listen have usually read up to the same place. */
  private static final int MOST = 16;

  /** The most characters of a page that is kept: these pages are in no budget. */
  private static final long MOST_CHARS = 1 << 16;

  private record From(String channel, long seq) {}

  private final Store store;
  private final ConcurrentHashMap<From, List<StoredEntry>> read = new ConcurrentHashMap<>();

  SharedPages(Store store) {
    this.store = store;
  }

  /** Returns the messages of a channel after this one; empty if there are none. */
  List<StoredEntry> after(String channel, long seq) {
    var from = new From(channel, seq);
    var known = read.get(from);
    if (known != null) return known;
    var page = store.reads(EntryReads.class).after(channel, seq, PAGE);
    boolean small = page.stream().mapToLong(StoredEntry::chars).sum() <= MOST_CHARS;
    if (small && read.size() < MOST) read.put(from, page);
    return page;
  }
}

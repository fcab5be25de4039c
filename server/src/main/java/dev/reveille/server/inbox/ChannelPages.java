package dev.reveille.server.inbox;

import dev.reveille.server.store.EntryReads;
import dev.reveille.server.store.Store;
import dev.reveille.server.store.StoredEntry;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Pages of channels for all waits that one message ends. Each page is read once, when the first of
 * them needs it, so it has that message. Later messages may be missing: the next answer has them.
 * Safe for all threads. Its methods may block.
 */
final class ChannelPages {
  private static final int PAGE = 100;

  /** The most pages that are kept. Agents that listen have usually read up to the same place. */
  private static final int MOST = 16;

  private record From(String channel, long seq) {}

  private final Store store;
  private final ConcurrentHashMap<From, List<StoredEntry>> read = new ConcurrentHashMap<>();

  ChannelPages(Store store) {
    this.store = store;
  }

  /** Returns the messages of a channel after this one; empty if there are none. */
  List<StoredEntry> after(String channel, long seq) {
    var from = new From(channel, seq);
    if (read.size() >= MOST && !read.containsKey(from)) return page(from);
    return read.computeIfAbsent(from, this::page);
  }

  private List<StoredEntry> page(From from) {
    return store.reads(EntryReads.class).after(from.channel(), from.seq(), PAGE);
  }
}

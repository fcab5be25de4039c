package dev.reveille.server.delivery;

import dev.reveille.server.store.EntryReads;
import dev.reveille.server.store.Store;
import dev.reveille.server.store.StoredEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Reads a part of a stream, page by page. Leaves out the entries of muted agents. */
public abstract class StreamPull implements Pull {
  private static final int PAGE = 100;

  private final Store store;
  private final String stream;
  private final long to;
  private final Set<String> muted;
  private long last;

  /** The last page contained the entries after this seq. */
  private long before;

  protected StreamPull(Store store, String stream, long from, long to, Set<String> muted) {
    this.store = store;
    this.stream = stream;
    this.to = to;
    this.muted = muted;
    last = from - 1;
    before = last;
  }

  /** A page that contains only entries of muted agents is not the end, so reading goes on. */
  @Override
  public List<Frame> next() {
    if (last >= to) return List.of();
    var frames = new ArrayList<Frame>();
    before = last;
    for (var frame : atHand(last + 1, to)) {
      if (!Pulls.hasRoom(frames)) return frames;
      last++;
      shows(last);
      frames.add(Messages.replayed(frame));
    }
    while (frames.isEmpty() && last < to) {
      var page = store.reads(EntryReads.class).after(stream, last, PAGE);
      if (page.isEmpty()) last = to;
      for (var message : page) {
        last = Math.min(message.seq(), to);
        if (message.seq() > to) break;
        boolean isMuted = muted.contains(Messages.speaker(message));
        if (!isMuted && !isPassedOver(last)) {
          shows(last);
          frames.add(frame(message));
        }
      }
    }
    if (frames.isEmpty() && last > before) settle(before + 1, last);
    return frames;
  }

  @Override
  public void written() {
    settle(before + 1, last);
  }

  @Override
  public boolean isOver() {
    return last >= to;
  }

  /** Returns all frames of these seqs if they are in memory; else empty. */
  protected abstract List<Frame> atHand(long from, long to);

  /** True if this entry is not sent, whoever its sender is. */
  protected abstract boolean isPassedOver(long seq);

  /**
   * Called for seqs that are done: the socket took them, or they are not shown, or the store no
   * longer has them.
   */
  protected abstract void settle(long first, long last);

  /** Called for each entry that is in the page, before {@link #settle} is called for the page. */
  protected abstract void shows(long seq);

  protected abstract Frame frame(StoredEntry message);
}

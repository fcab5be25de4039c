package dev.reveille.server.delivery;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The newest frames of the active channels, so that a JOIN need not read the store.
 *
 * <p>Frames per channel and bytes in all are limited. The channel that was used longest ago is
 * forgotten first. Frames that are not here are read from the store. Effects add frames; any thread
 * may read them.
 */
public final class RecentFrames {
  private static final long MAX_BYTES = 16 << 20;

  private static final class Ring {
    private final ArrayDeque<Frame> frames = new ArrayDeque<>();
    private long lastSeq;
    private long bytes;
  }

  private final int perChannel;
  private final LinkedHashMap<String, Ring> rings = new LinkedHashMap<>(16, 0.75f, true);
  private long bytes;

  public RecentFrames(int perChannel) {
    this.perChannel = perChannel;
  }

  synchronized void add(String channel, long seq, Frame frame) {
    if (perChannel == 0) return;
    var ring = rings.computeIfAbsent(channel, _ -> new Ring());
    if (seq != ring.lastSeq + 1) clear(ring);
    ring.lastSeq = seq;
    ring.frames.add(frame);
    grow(ring, frame.size());
    if (ring.frames.size() > perChannel) grow(ring, -ring.frames.remove().size());
    while (bytes > MAX_BYTES) forgetEldest();
  }

  /** Returns the frames of these seqs in order if all of them are here; else empty. */
  public synchronized List<Frame> range(String channel, long from, long to) {
    var ring = rings.get(channel);
    if (ring == null || from > to || to > ring.lastSeq) return List.of();
    var all = new ArrayList<>(ring.frames);
    long first = ring.lastSeq - all.size() + 1;
    return from < first
        ? List.of()
        : List.copyOf(all.subList((int) (from - first), (int) (to - first) + 1));
  }

  /**
   * Forgets a channel that is gone, or whose entries have another text now. Its frames are read
   * from the store until new ones come.
   */
  public synchronized void forget(String channel) {
    var ring = rings.remove(channel);
    if (ring != null) clear(ring);
  }

  private void forgetEldest() {
    Map.Entry<String, Ring> eldest = rings.firstEntry();
    if (eldest == null) return;
    clear(eldest.getValue());
    rings.remove(eldest.getKey());
  }

  private void clear(Ring ring) {
    grow(ring, -ring.bytes);
    ring.frames.clear();
  }

  private void grow(Ring ring, long by) {
    ring.bytes += by;
    bytes += by;
  }
}

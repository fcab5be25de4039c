package dev.reveille.server.chat;

import dev.reveille.server.kernel.Host;
import dev.reveille.server.kernel.TimerQueue;
import java.time.Duration;
import java.util.Collections;
import java.util.NavigableMap;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How far one session's mailbox has been handed over.
 *
 * <p>The cursor is stored lazily, so a crash may repeat the last moments; it never skips.
 */
final class MailFlow {
  private static final Duration LAZINESS = Duration.ofSeconds(1);

  private final String agent;
  private final Host host;
  private final TimerQueue timers;

  /** The next seq to hand over. Owned by the effects' thread. */
  private long next;

  /** Whom the agent does not hear. Owned by the effects' thread. */
  private Set<String> muted;

  /** Guarded by this monitor: written by the socket's thread, read by the timer's. */
  private long written;

  private long reported;
  private boolean scheduled;

  /** Entries that are not shown, from first to last, as long as some before them are on the way. */
  private @Nullable NavigableMap<Long, Long> passedOver;

  /**
   * @param written everything up to here was handed over before
   */
  MailFlow(String agent, long next, long written, Set<String> muted, Host host, TimerQueue timers) {
    this.agent = agent;
    this.next = next;
    this.written = written;
    this.reported = written;
    this.muted = muted;
    this.host = host;
    this.timers = timers;
  }

  String agent() {
    return agent;
  }

  long next() {
    return next;
  }

  void next(long seq) {
    next = seq;
  }

  Set<String> muted() {
    return muted;
  }

  void muted(Set<String> agents) {
    muted = agents;
  }

  /** The socket took everything up to here. */
  void written(long seq) {
    synchronized (this) {
      written = Math.max(written, seq);
      goOn();
      if (scheduled) return;
      scheduled = true;
    }
    var _ = timers.schedule(LAZINESS, this::report);
  }

  /** This entry will not be shown: it counts as handed over once all before it are. */
  void passOver(long seq) {
    synchronized (this) {
      var ranges = ranges();
      var before = ranges.floorEntry(seq - 1);
      boolean joins = before != null && before.getValue() == seq - 1;
      ranges.put(joins ? before.getKey() : seq, seq);
      if (!goOn() || scheduled) return;
      scheduled = true;
    }
    var _ = timers.schedule(LAZINESS, this::report);
  }

  /** Whether this entry is not to be shown. */
  synchronized boolean isPassedOver(long seq) {
    var range = passedOver == null ? null : passedOver.floorEntry(seq);
    return range != null && range.getValue() >= seq;
  }

  /** What is not to be shown though some before it are still to be: from first to last. */
  synchronized SortedMap<Long, Long> ahead() {
    return passedOver == null ? Collections.emptySortedMap() : new TreeMap<>(passedOver);
  }

  /** An earlier session of the agent chose not to be shown these. */
  synchronized void passOver(SortedMap<Long, Long> ranges) {
    if (!ranges.isEmpty()) ranges().putAll(ranges);
  }

  private NavigableMap<Long, Long> ranges() {
    if (passedOver == null) passedOver = new TreeMap<>();
    return passedOver;
  }

  private boolean goOn() {
    var ranges = passedOver;
    if (ranges == null) return false;
    long was = written;
    for (var first = ranges.firstEntry();
        first != null && first.getKey() <= written + 1;
        first = ranges.firstEntry()) {
      written = Math.max(written, first.getValue());
      ranges.pollFirstEntry();
    }
    if (ranges.isEmpty()) passedOver = null;
    return written > was;
  }

  /** Up to here it is handed over. */
  synchronized long upTo() {
    return written;
  }

  void report() {
    long upTo;
    synchronized (this) {
      scheduled = false;
      if (written <= reported) return;
      reported = written;
      upTo = written;
    }
    host.tell(Cells.mailbox(agent), new MailboxCommand.Delivered(upTo));
  }
}

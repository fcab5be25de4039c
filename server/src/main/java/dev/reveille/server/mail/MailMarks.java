package dev.reveille.server.mail;

import dev.reveille.protocol.SeqRanges;
import dev.reveille.server.kernel.Write;
import dev.reveille.server.store.StreamHead;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Knows which entries of a mailbox exist, were shown and are settled. Part of the mailbox cell. */
final class MailMarks {
  private final String agent;
  private long lastSeq;
  private long lastTs;
  private long offered;
  private long delivered;

  /** The mark as it is surely stored. Reports are stored as far as the disk lets them. */
  private long durable;

  /** Entries after {@code delivered} that must not be shown any more; null if there are none. */
  private @Nullable SeqRanges ahead;

  /**
   * Entries up to {@code offered} that were held back from a sleeping agent and never shown; null
   * if there are none.
   */
  private @Nullable SeqRanges unshown;

  /** The number of waiting entries that will be skipped, because their senders are muted. */
  private long skipped;

  MailMarks(String agent, StreamHead head, MailboxState state) {
    this.agent = agent;
    lastSeq = head.lastSeq();
    lastTs = head.lastTs();
    offered = state.offered();
    delivered = state.delivered();
    durable = delivered;
    ahead = ranges(state.ahead());
    unshown = ranges(state.unshown());
  }

  private static @Nullable SeqRanges ranges(String text) {
    return text.isEmpty() ? null : SeqRanges.of(text);
  }

  private static String text(@Nullable SeqRanges ranges) {
    return ranges == null ? "" : ranges.text();
  }

  private static long count(@Nullable SeqRanges ranges) {
    return ranges == null ? 0 : ranges.count();
  }

  long lastSeq() {
    return lastSeq;
  }

  long offered() {
    return offered;
  }

  /** Returns the mark: all entries up to here are settled. */
  long delivered() {
    return delivered;
  }

  String ahead() {
    return text(ahead);
  }

  String unshown() {
    return text(unshown);
  }

  /** Gives the next entry its seq. */
  long next() {
    return ++lastSeq;
  }

  /** Returns the time of the next entry: never before the last one, whatever the clock says. */
  long nextTs(long now) {
    lastTs = Math.max(lastTs, now);
    return lastTs;
  }

  /** True if the entry is confirmed, or its agent chose not to see it. */
  boolean isSettled(long seq) {
    return seq <= delivered || (ahead != null && ahead.contains(seq));
  }

  /** Returns how many entries are neither settled nor to be skipped. */
  long unsettled() {
    return lastSeq - delivered - count(ahead) - skipped;
  }

  /** Returns how many entries did not fit the buffer of a sleeping agent. */
  long leftBehind() {
    return count(unshown);
  }

  long skipped() {
    return skipped;
  }

  void skipped(long number) {
    skipped = number;
  }

  /** Skips the newest entry while its agent is away: it counts as delivered. */
  List<Write> skipNewest() {
    if (delivered != lastSeq - 1) {
      skipped++;
      return List.of();
    }
    delivered = lastSeq;
    durable = lastSeq;
    return List.of(new MailDelivered(agent, lastSeq));
  }

  /** Notes that entries up to here may have been shown. */
  List<Write> offer(long upTo) {
    long seq = Math.min(upTo, lastSeq);
    if (seq <= offered) return List.of();
    offered = seq;
    return List.of(new MailOffered(agent, offered));
  }

  /** Notes that a session shows everything from now on, also what an earlier one held back. */
  List<Write> open() {
    var writes = new ArrayList<>(offer(lastSeq));
    if (unshown != null) writes.add(new MailRanges(agent, text(ahead), ""));
    unshown = null;
    return writes;
  }

  /**
   * Settles all entries up to this one. What is settled before it becomes durable with it, although
   * a report of it may have been lost.
   */
  List<Write> confirm(long seq) {
    var writes = settled(seq, text(ahead), text(unshown));
    boolean moved = writes.stream().anyMatch(MailDelivered.class::isInstance);
    if (delivered > durable && !moved) writes.add(new MailDelivered(agent, delivered));
    durable = delivered;
    return writes;
  }

  /** Adds what a session has settled. It may not know what was confirmed since. */
  List<Write> report(MailboxCommand.Delivered report) {
    var before = text(ahead);
    var behind = text(unshown);
    var joined = ahead == null ? new SeqRanges() : ahead;
    SeqRanges.of(report.ahead())
        .forEach((from, to) -> joined.add(Math.max(from, delivered + 1), Math.min(to, lastSeq)));
    ahead = joined;
    unshown = ranges(report.unshown());
    return settled(report.upTo(), before, behind);
  }

  /** Moves the mark as far as this seq and what was settled ahead of it allow. */
  private List<Write> settled(long seq, String before, String behind) {
    long upTo = Math.clamp(seq, delivered, lastSeq);
    if (ahead != null) upTo = ahead.goOn(upTo);
    if (ahead != null && ahead.isEmpty()) ahead = null;
    var writes = new ArrayList<Write>();
    if (upTo > delivered) {
      delivered = upTo;
      writes.add(new MailDelivered(agent, delivered));
    }
    if (unshown != null) unshown.removeUpTo(delivered);
    if (unshown != null && unshown.isEmpty()) unshown = null;
    if (!before.equals(text(ahead)) || !behind.equals(text(unshown))) {
      writes.add(new MailRanges(agent, text(ahead), text(unshown)));
    }
    skipped = Math.min(skipped, lastSeq - delivered - count(ahead));
    return writes;
  }
}

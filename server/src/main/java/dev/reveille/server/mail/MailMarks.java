package dev.reveille.server.mail;

import dev.reveille.protocol.SeqRanges;
import dev.reveille.server.kernel.Write;
import dev.reveille.server.store.StreamHead;
import java.util.ArrayList;
import java.util.List;

/** Knows which entries of a mailbox exist, were shown and are settled. Part of the mailbox cell. */
final class MailMarks {
  private final String agent;
  private long lastSeq;
  private long lastTs;
  private long offered;
  private long delivered;

  /** Entries after {@code delivered} that must not be shown any more. */
  private final SeqRanges ahead;

  /** Entries up to {@code offered} that were held back from a sleeping agent and never shown. */
  private SeqRanges unshown;

  /** The number of waiting entries that will be skipped, because their senders are muted. */
  private long skipped;

  MailMarks(String agent, StreamHead head, MailboxState state) {
    this.agent = agent;
    lastSeq = head.lastSeq();
    lastTs = head.lastTs();
    offered = state.offered();
    delivered = state.delivered();
    ahead = SeqRanges.of(state.ahead());
    unshown = SeqRanges.of(state.unshown());
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
    return ahead.text();
  }

  String unshown() {
    return unshown.text();
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
    return seq <= delivered || ahead.contains(seq);
  }

  /** Returns how many entries are neither settled nor to be skipped. */
  long unsettled() {
    return lastSeq - delivered - ahead.count() - skipped;
  }

  /** Returns how many entries did not fit the buffer of a sleeping agent. */
  long leftBehind() {
    return unshown.count();
  }

  long skipped() {
    return skipped;
  }

  void skipped(long count) {
    skipped = count;
  }

  /** Skips the newest entry while its agent is away: it counts as delivered. */
  List<Write> skipNewest() {
    if (delivered != lastSeq - 1) {
      skipped++;
      return List.of();
    }
    delivered = lastSeq;
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
    if (!unshown.isEmpty()) writes.add(new MailRanges(agent, ahead.text(), ""));
    unshown = new SeqRanges();
    return writes;
  }

  /** Settles all entries up to this one. */
  List<Write> confirm(long seq) {
    var before = ahead.text();
    var behind = unshown.text();
    long upTo = ahead.goOn(Math.clamp(seq, delivered, lastSeq));
    if (upTo == delivered) return List.of();
    delivered = upTo;
    unshown.removeUpTo(delivered);
    skipped = Math.min(skipped, lastSeq - delivered - ahead.count());
    var writes = new ArrayList<Write>();
    writes.add(new MailDelivered(agent, delivered));
    if (!before.equals(ahead.text()) || !behind.equals(unshown.text())) {
      writes.add(new MailRanges(agent, ahead.text(), unshown.text()));
    }
    return writes;
  }

  /** Adds what a session has settled. It may not know what was confirmed since. */
  List<Write> report(MailboxCommand.Delivered report) {
    var before = ahead.text();
    var behind = unshown.text();
    SeqRanges.of(report.ahead())
        .forEach((from, to) -> ahead.add(Math.max(from, delivered + 1), Math.min(to, lastSeq)));
    long upTo = ahead.goOn(Math.clamp(report.upTo(), delivered, lastSeq));
    var writes = new ArrayList<Write>();
    if (upTo > delivered) {
      delivered = upTo;
      writes.add(new MailDelivered(agent, delivered));
    }
    unshown = SeqRanges.of(report.unshown());
    unshown.removeUpTo(delivered);
    if (!before.equals(ahead.text()) || !behind.equals(unshown.text())) {
      writes.add(new MailRanges(agent, ahead.text(), unshown.text()));
    }
    skipped = Math.min(skipped, lastSeq - delivered - ahead.count());
    return writes;
  }
}

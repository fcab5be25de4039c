package dev.reveille.server.inbox;

import dev.reveille.protocol.ConfirmMessages.ChannelMark;
import dev.reveille.protocol.InboxMessages;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.delivery.CallbackLateness;
import dev.reveille.server.store.Store;
import dev.reveille.server.store.StoredEntry;
import java.util.ArrayList;
import java.util.List;

/** An answer to PENDING while it is made. Used by one thread. */
final class PendingPage {
  private final String agent;
  private final long now;
  private final int limit;
  private final List<String> kinds;
  private final List<InboxMessages.PendingEntry> entries = new ArrayList<>();
  private final List<ChannelMark> marks = new ArrayList<>();
  private final List<String> unmarked = new ArrayList<>();
  private long chars;
  private long seq;
  private long reference;
  private long lostEver;
  private long lost;
  private long passedOver;
  private long shown;
  private boolean more;
  private boolean cut;

  PendingPage(PendingQuery query, long now) {
    agent = query.agent();
    this.now = now;
    seq = query.afterDirect();
    reference = query.afterReference();
    limit = query.limit();
    kinds = query.kinds();
  }

  /** Sets how many references were ever lost, and how many of these the agent does not know of. */
  void lost(long ever, long unknown) {
    lostEver = ever;
    lost += unknown;
  }

  /** Counts a reference whose message is gone. */
  void lose() {
    lost++;
  }

  void passOver() {
    passedOver++;
  }

  /** Adds an entry. False if there is no room for it: then there is more. */
  boolean add(StoredEntry entry, String because) {
    boolean room =
        entries.size() < limit && (entries.isEmpty() || chars + entry.chars() <= Store.PAGE_CHARS);
    if (!room) {
      more = true;
      return false;
    }
    chars += entry.chars();
    entries.add(new InboxMessages.PendingEntry(known(entry), because));
    return true;
  }

  private ServerMessage.Msg known(StoredEntry entry) {
    var wire = CallbackLateness.handedOver(entry, now);
    boolean isKnown = !entry.stream().equals(agent) || kinds.contains(wire.type());
    return isKnown ? wire : wire.asMsg();
  }

  /** Notes that the direct messages up to here are in the page or need not be. */
  void direct(long upTo) {
    seq = upTo;
  }

  /** Notes that a direct message is in the page. */
  void shows(long direct) {
    shown = direct;
  }

  /** Notes that the references up to this number are in the page or need not be. */
  void references(long upTo) {
    reference = upTo;
  }

  /** Notes that the messages of a channel up to here are in the page or need not be. */
  void channel(String channel, long upTo) {
    marks.add(new ChannelMark(channel, upTo));
  }

  /** Notes that the agent has no mark in a channel, so that the page begins at its end. */
  void unmarked(String channel, long end) {
    unmarked.add(channel);
    channel(channel, end);
  }

  /** Returns the channels in which the agent has no mark. */
  List<String> unmarked() {
    return List.copyOf(unmarked);
  }

  /** Notes that something is left for another page. */
  void leaves() {
    more = true;
  }

  /**
   * Notes that this answer has looked at as many rows as one may, and none of the last ones counts
   * for the agent.
   */
  void cut() {
    cut = true;
  }

  boolean hasMore() {
    return more;
  }

  /** Returns the last direct message in the page; 0 if there is none. */
  long shown() {
    return shown;
  }

  /** True if an answer that waits must wait no longer. */
  boolean isSomething() {
    return !entries.isEmpty() || lost > 0 || more || (cut && passedOver > 0);
  }

  /** True if rows that do not count for the agent hide what follows them. */
  boolean isCut() {
    return cut;
  }

  /** True if nothing in the page needs to be told or confirmed. */
  boolean isBlank() {
    return entries.isEmpty() && lost == 0 && passedOver == 0;
  }

  InboxCursor cursor() {
    return new InboxCursor(agent, seq, reference, lostEver, marks);
  }

  InboxMessages.Pending message() {
    return new InboxMessages.Pending(entries, cursor().text(), passedOver, lost, more || cut);
  }
}

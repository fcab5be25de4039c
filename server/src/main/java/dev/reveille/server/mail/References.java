package dev.reveille.server.mail;

import dev.reveille.server.channel.Refer;
import dev.reveille.server.kernel.Write;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The references in an inbox that are not confirmed, in order. Part of the mailbox cell. An inbox
 * without references costs a few numbers.
 */
final class References {
  /** The most copies that are remembered because they were taken before their reference came. */
  private static final int MOST_EARLY = 256;

  private record Place(String channel, long seq, long ts) {}

  private final String agent;
  private final int most;
  private List<StoredReference> open;
  private long last;
  private long lost;
  private long lostRead;

  /** References into these channels are confirmed up to these seqs; null if there are none. */
  private @Nullable Map<String, Long> confirmed;

  /** Messages whose copies were taken, and whose references are still on their way. */
  private @Nullable SequencedSet<Place> early;

  /**
   * @param most the most references that are kept
   */
  References(String agent, int most, StoredInbox stored) {
    this.agent = agent;
    this.most = most;
    open = stored.references().isEmpty() ? List.of() : new ArrayList<>(stored.references());
    if (!stored.confirmed().isEmpty()) confirmed = new HashMap<>(stored.confirmed());
    last = stored.state().lastReference();
    lost = stored.state().lost();
    lostRead = stored.state().lostRead();
  }

  boolean isEmpty() {
    return open.isEmpty();
  }

  int size() {
    return open.size();
  }

  /**
   * True if the agent has read the channel up to the message, or has taken the message itself. This
   * is asked once.
   */
  boolean isSettled(Refer refer) {
    if (confirmed != null && refer.seq() <= confirmed.getOrDefault(refer.channel(), 0L)) {
      return true;
    }
    return early != null && early.remove(new Place(refer.channel(), refer.seq(), refer.ts()));
  }

  /** Adds a reference. If there are too many, the oldest are lost. */
  List<Write> add(Refer refer, long afterSeq) {
    var reference =
        new StoredReference(
            ++last,
            afterSeq,
            refer.channel(),
            refer.seq(),
            refer.ts(),
            refer.sender(),
            refer.priority());
    if (open.isEmpty()) open = new ArrayList<>();
    open.add(reference);
    var writes = new ArrayList<Write>();
    writes.add(new AddReference(agent, reference));
    if (open.size() > most) {
      var gone = open.subList(0, open.size() - most);
      writes.add(removal(gone));
      lost += gone.size();
      gone.clear();
    }
    writes.add(counts());
    return writes;
  }

  /** Removes the references that match. Empty if there are none. */
  List<Write> remove(Predicate<StoredReference> unwanted) {
    var gone = open.stream().filter(unwanted).toList();
    if (gone.isEmpty()) return List.of();
    open.removeAll(gone);
    if (open.isEmpty()) open = List.of();
    return List.of(removal(gone));
  }

  /**
   * Removes what the agent has confirmed.
   *
   * @param number references up to this number
   * @param lostShown how many it was told to be lost, of all that were ever lost
   */
  List<Write> confirm(long number, long lostShown) {
    var writes = new ArrayList<>(remove(reference -> reference.n() <= number));
    long read = Math.clamp(lostShown, lostRead, lost);
    if (read > lostRead) {
      lostRead = read;
      writes.add(counts());
    }
    return writes;
  }

  /** Removes the references into a channel up to this seq, also those that come late. */
  List<Write> confirm(String channel, long seq) {
    var marks = confirmed;
    if (marks == null) {
      marks = new HashMap<>();
      confirmed = marks;
    }
    marks.merge(channel, seq, Math::max);
    return remove(r -> r.channel().equals(channel) && r.seq() <= seq);
  }

  /** Removes the references into a channel that the agent left. */
  List<Write> drop(String channel) {
    if (confirmed != null) confirmed.remove(channel);
    return remove(r -> r.channel().equals(channel));
  }

  /**
   * Removes the references to messages that the agent has taken itself. The reference to a live
   * message may still be on its way; then it is not kept when it comes.
   */
  List<Write> taken(List<MailboxCommand.Copy> copies) {
    for (var copy : copies) {
      if (copy.isLive() && open.stream().noneMatch(copy::is)) remember(copy);
    }
    return remove(reference -> copies.stream().anyMatch(copy -> copy.is(reference)));
  }

  private void remember(MailboxCommand.Copy copy) {
    var places = early;
    if (places == null) {
      places = new LinkedHashSet<>();
      early = places;
    }
    places.add(new Place(copy.channel(), copy.first(), copy.ts()));
    if (places.size() > MOST_EARLY) places.removeFirst();
  }

  private Write removal(List<StoredReference> gone) {
    return new RemoveReferences(agent, gone.stream().map(StoredReference::n).toList());
  }

  private Write counts() {
    return new InboxCounts(agent, last, lost, lostRead);
  }
}

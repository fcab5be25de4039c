package dev.reveille.server.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.ConfirmMessages;
import dev.reveille.protocol.InboxMessages;
import dev.reveille.protocol.ServerMessage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The consumer of an inbox over all its lives. It notes what it got, what it tried to confirm and
 * what was confirmed, and checks that nothing confirmed comes again.
 */
final class InboxConsumer {
  /** Something that waits to be confirmed: why it is there, its stream and its seq. */
  record Item(String because, String stream, long seq) {}

  private record Session(SimulatedAgent agent, boolean confirm) {}

  private final String id;
  private final List<Session> sessions = new ArrayList<>();
  private final Map<SimulatedAgent, Integer> lookedAt = new HashMap<>();
  private final Map<String, Set<Item>> answers = new HashMap<>();
  private final List<InboxMessages.Pending> pages = new ArrayList<>();

  /** Items that were taken, or that it asked to confirm: they need not come again. */
  private final Set<Item> released = new HashSet<>();

  /** The same, by the highest seq of a stream. */
  private final Map<String, Long> releasedUpTo = new HashMap<>();

  /** Items that the server said are confirmed: they must not come again. */
  private final Set<Item> confirmed = new HashSet<>();

  private final Map<String, Long> confirmedUpTo = new HashMap<>();
  private final Set<Item> got = new HashSet<>();

  /** The highest message of each channel that it heard. */
  private final Map<String, Long> heard = new HashMap<>();

  InboxConsumer(String id) {
    this.id = id;
  }

  void came(SimulatedAgent agent, boolean confirm) {
    sessions.add(new Session(agent, confirm));
  }

  /** Reads what came to any of its sessions. */
  void look() {
    for (var session : sessions) {
      var known = session.agent().known();
      for (int i = lookedAt.getOrDefault(session.agent(), 0); i < known.size(); i++) {
        var message = known.get(i).message();
        switch (message) {
          case InboxMessages.Pending page -> took(page);
          case ConfirmMessages.Confirmed read -> confirmed(read);
          case ServerMessage.Msg msg -> took(msg, session.confirm());
          default -> {}
        }
      }
      lookedAt.put(session.agent(), known.size());
    }
  }

  private void took(InboxMessages.Pending page) {
    var items = new HashSet<Item>();
    for (var entry : page.entries()) {
      var item = item(entry);
      assertThat(isConfirmed(item)).as("confirmed and came again: %s", item).isFalse();
      assertThat(items.add(item)).as("twice in a page: %s", item).isTrue();
    }
    got.addAll(items);
    answers.computeIfAbsent(page.cursor(), _ -> new HashSet<>()).addAll(items);
    pages.add(page);
  }

  /**
   * Returns the item of an entry. All of the mailbox's own entries are mail, whatever their kind.
   */
  Item item(InboxMessages.PendingEntry entry) {
    var message = entry.message();
    var because = message.to().equals(id) ? "dm" : entry.because();
    return new Item(because, message.to(), message.seq());
  }

  private void took(ServerMessage.Msg msg, boolean confirm) {
    if (msg.to().startsWith("#")) heard.merge(msg.to(), msg.seq(), Math::max);
    if (msg.to().equals(id) && msg.seq() > 0) {
      var mail = new Item("dm", id, msg.seq());
      assertThat(isConfirmed(mail)).as("confirmed and pushed again: %s", msg).isFalse();
      if (!confirm) released.add(mail);
    } else if (!confirm && msg.extras().contains(id)) {
      released.add(new Item("mention", msg.to(), msg.seq()));
    }
  }

  private void confirmed(ConfirmMessages.Confirmed read) {
    if (read.cursor() != null) confirmed.addAll(answers.getOrDefault(read.cursor(), Set.of()));
    for (var mark : read.channels()) upTo(confirmedUpTo, "channel", mark.channel(), mark.seq());
    if (read.to().equals(ConfirmMessages.ME)) {
      upTo(confirmedUpTo, "dm", id, read.seq());
    } else {
      upTo(confirmedUpTo, "channel", read.to(), read.seq());
      upTo(confirmedUpTo, "mention", read.to(), Math.min(read.seq(), asked(read.to())));
    }
  }

  private long asked(String channel) {
    return releasedUpTo.getOrDefault("mention" + channel, 0L);
  }

  private static void upTo(Map<String, Long> marks, String because, String stream, long seq) {
    marks.merge(because + stream, seq, Math::max);
  }

  boolean isConfirmed(Item item) {
    return confirmed.contains(item)
        || item.seq() <= confirmedUpTo.getOrDefault(item.because() + item.stream(), 0L);
  }

  /** True if the server may have settled it because of what its consumer took or asked for. */
  boolean isReleased(Item item) {
    return released.contains(item)
        || item.seq() <= releasedUpTo.getOrDefault(item.because() + item.stream(), 0L);
  }

  /** Returns any page that came so far, an old one too; null if none did. */
  InboxMessages.@Nullable Pending anyPage(Random random) {
    if (pages.isEmpty()) return null;
    int back = Math.min(pages.size(), 1 + random.nextInt(3));
    return pages.get(pages.size() - back);
  }

  InboxMessages.@Nullable Pending lastPage() {
    return pages.isEmpty() ? null : pages.getLast();
  }

  int pages() {
    return pages.size();
  }

  ConfirmMessages.Confirm read(InboxMessages.Pending page) {
    released.addAll(answers.getOrDefault(page.cursor(), Set.of()));
    return ConfirmMessages.Confirm.all(page.cursor());
  }

  /** Confirms up to the highest of those that it got or heard. */
  ConfirmMessages.Confirm read(String stream) {
    boolean channel = stream.startsWith("#");
    long highest =
        got.stream().filter(i -> i.stream().equals(stream)).mapToLong(Item::seq).max().orElse(0);
    highest = Math.max(highest, heard.getOrDefault(stream, 0L));
    if (channel) {
      upTo(releasedUpTo, "channel", stream, highest);
      upTo(releasedUpTo, "mention", stream, highest);
    } else {
      upTo(releasedUpTo, "dm", id, highest);
    }
    return ConfirmMessages.Confirm.upTo(channel ? stream : ConfirmMessages.ME, highest);
  }
}

package dev.reveille.server.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.ConfirmMessages;
import dev.reveille.protocol.InboxMessages;
import dev.reveille.protocol.ServerMessage;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
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
  /** The word of the filter. */
  static final String KEYWORD = "pick";

  /** Something that waits to be confirmed: why it is there, its stream and its seq. */
  record Item(String because, String stream, long seq) {}

  /** A life of the consumer, and what it must not get any more. */
  private static final class Session {
    private final SimulatedAgent agent;
    private final boolean confirm;
    private final boolean side;
    private final ConfirmedItems confirmed;
    private boolean welcome;
    private int lookedAt;

    private Session(SimulatedAgent agent, boolean confirm, boolean side, ConfirmedItems confirmed) {
      this.agent = agent;
      this.confirm = confirm;
      this.side = side;
      this.confirmed = confirmed;
    }
  }

  private record Arrival(long place, Session session, ServerMessage message) {}

  private final String id;
  private final List<Session> sessions = new ArrayList<>();
  private final Map<String, Set<Item>> answers = new HashMap<>();
  private final List<InboxMessages.Pending> pages = new ArrayList<>();

  /** Items that were taken, or that it asked to confirm: they need not come again. */
  private final Set<Item> released = new HashSet<>();

  /** The same, by the highest seq of a stream. */
  private final Map<String, Long> releasedUpTo = new HashMap<>();

  /** Items that the server said are confirmed, to any session. */
  private final ConfirmedItems confirmed = new ConfirmedItems();

  /** Of each channel, up to where what has no {@link #KEYWORD} may have been passed over. */
  private final Map<String, Long> passedUpTo = new HashMap<>();

  /** Items of answers that later questions went on behind. */
  private final Set<Item> behind = new HashSet<>();

  private final Set<Item> got = new HashSet<>();

  /** The highest message of each channel that it heard. */
  private final Map<String, Long> heard = new HashMap<>();

  InboxConsumer(String id) {
    this.id = id;
  }

  void came(SimulatedAgent agent, boolean confirm) {
    sessions.add(new Session(agent, confirm, false, confirmed.copy()));
  }

  void cameAside(SimulatedAgent agent) {
    sessions.add(new Session(agent, true, true, confirmed.copy()));
  }

  /** Reads what came to any of its sessions, in the order in which it came. */
  void look() {
    var arrived = new ArrayList<Arrival>();
    for (var session : sessions) {
      var known = session.agent.known();
      for (; session.lookedAt < known.size(); session.lookedAt++) {
        arrived.add(
            new Arrival(
                session.agent.arrival(session.lookedAt),
                session,
                known.get(session.lookedAt).message()));
      }
    }
    arrived.sort(Comparator.comparingLong(Arrival::place));
    for (var each : arrived) {
      switch (each.message()) {
        case InboxMessages.Pending page -> took(page, each.session());
        case ConfirmMessages.Confirmed read -> confirmed(read, each.session());
        case ServerMessage.Msg msg -> took(msg, each.session());
        case ServerMessage.Welcome _ -> each.session().welcome = true;
        default -> {}
      }
    }
  }

  private void took(InboxMessages.Pending page, Session session) {
    var items = new HashSet<Item>();
    for (var entry : page.entries()) {
      var item = item(entry);
      assertThat(session.confirmed.has(item)).as("confirmed and came again: %s", item).isFalse();
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

  private void took(ServerMessage.Msg msg, Session session) {
    if (msg.to().startsWith("#")) heard.merge(msg.to(), msg.seq(), Math::max);
    if (msg.to().equals(id) && msg.seq() > 0) {
      var mail = new Item("dm", id, msg.seq());
      assertThat(session.side).as("a side session gets no mail: %s", msg).isFalse();
      assertThat(session.confirmed.has(mail)).as("confirmed and pushed again: %s", msg).isFalse();
      if (!session.confirm) released.add(mail);
    } else if (!session.confirm && msg.extras().contains(id)) {
      released.add(new Item("mention", msg.to(), msg.seq()));
    }
  }

  /**
   * An entry that was confirmed to a session must not come to it again. The same holds for a body
   * that follows another. What one session was told can be on its way to another that was there
   * already.
   */
  private void confirmed(ConfirmMessages.Confirmed read, Session told) {
    note(read, confirmed);
    for (var session : sessions) {
      boolean next = !told.side && !session.side && !session.welcome;
      if (session == told || next) note(read, session.confirmed);
    }
  }

  private void note(ConfirmMessages.Confirmed read, ConfirmedItems items) {
    if (read.cursor() != null) items.add(answers.getOrDefault(read.cursor(), Set.of()));
    for (var mark : read.channels()) items.upTo("channel", mark.channel(), mark.seq());
    if (read.to().equals(ConfirmMessages.ME)) {
      items.upTo("dm", id, read.seq());
    } else {
      items.upTo("channel", read.to(), read.seq());
      items.upTo("mention", read.to(), Math.min(read.seq(), asked(read.to())));
    }
  }

  private long asked(String channel) {
    return releasedUpTo.getOrDefault("mention" + channel, 0L);
  }

  private static void upTo(Map<String, Long> marks, String because, String stream, long seq) {
    marks.merge(because + stream, seq, Math::max);
  }

  /** True if the server may have settled it because of what its consumer took or asked for. */
  boolean isReleased(Item item) {
    return released.contains(item)
        || item.seq() <= releasedUpTo.getOrDefault(item.because() + item.stream(), 0L);
  }

  /** True if it may be confirmed because a filter left it out. */
  boolean isPassedOver(Item item, String text) {
    return item.because().equals("channel")
        && !text.contains(KEYWORD)
        && item.seq() <= passedUpTo.getOrDefault(item.stream(), 0L);
  }

  /** Returns the same question for messages with the word alone. */
  static InboxMessages.AskPending filtered(InboxMessages.AskPending asked) {
    return new InboxMessages.AskPending(
        asked.limit(), asked.channels(), asked.waitMs(), List.of(), List.of(KEYWORD), null);
  }

  /** Returns the same question about what follows the page. */
  InboxMessages.AskPending behind(InboxMessages.AskPending asked, InboxMessages.Pending page) {
    behind.addAll(answers.getOrDefault(page.cursor(), Set.of()));
    return asked.after(page.cursor());
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
    // A cursor also covers the answers that its question went on behind.
    released.addAll(behind);
    if (page.passedOver() > 0 || !behind.isEmpty()) passOver(page.cursor());
    return ConfirmMessages.Confirm.all(page.cursor());
  }

  private void passOver(String cursor) {
    var words = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
    var marks = List.of(words.split(" ", -1));
    for (int i = 5; i < marks.size(); i += 2) {
      passedUpTo.merge(marks.get(i), Long.valueOf(marks.get(i + 1)), Math::max);
    }
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

package dev.reveille.cli;

import dev.reveille.protocol.ConfirmMessages;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.InboxMessages;
import dev.reveille.protocol.ServerMessage;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The inbox of the agents of {@link TinyServer}: one list, with a mark on confirmed entries. */
final class TinyInbox {
  private final List<ServerMessage.Msg> all = new ArrayList<>();
  private final TreeSet<Integer> confirmed = new TreeSet<>();
  private final List<InboxMessages.AskPending> questions = new ArrayList<>();
  private int late;
  private int refusals;
  private int examined = Integer.MAX_VALUE;
  private long lost;

  /** The channels of every agent; null = two with fixed counts. */
  private @Nullable Set<String> channels;

  synchronized ServerMessage.Msg add(String to, String content) {
    long seq = all.stream().filter(m -> m.to().equals(to)).count() + 1;
    var message = new ServerMessage.Msg(seq, "@a1", "ada", to, content, seq, "m" + seq, false, "");
    all.add(message);
    notifyAll();
    return message;
  }

  /** Puts every agent in these channels, and in no others. */
  synchronized void channels(String... names) {
    channels = new LinkedHashSet<>(List.of(names));
  }

  synchronized void join(String channel) {
    if (channels != null) channels.add(channel);
  }

  synchronized void leave(String channel) {
    if (channels != null) channels.remove(channel);
  }

  /** Looks at so many messages of channels for one answer. */
  synchronized void examineAtMost(int messages) {
    examined = messages;
  }

  /** Says that so many entries are lost, until that is confirmed. */
  synchronized void lose(long entries) {
    lost = entries;
    notifyAll();
  }

  synchronized long lost() {
    return lost;
  }

  /** Refuses the next confirmations: the store cannot write. */
  synchronized void refuse(int confirmations) {
    refusals = confirmations;
  }

  /** Returns the messages to an agent or a channel that are not confirmed, oldest first. */
  synchronized List<ServerMessage.Msg> open(String to) {
    var open = new ArrayList<ServerMessage.Msg>();
    for (int i = 0; i < all.size(); i++) {
      if (all.get(i).to().equals(to) && !confirmed.contains(i)) open.add(all.get(i));
    }
    return open;
  }

  synchronized List<InboxMessages.AskPending> questions() {
    return List.copyOf(questions);
  }

  /** Lets the next question that does not wait be answered together with the one after it. */
  synchronized void answerLate() {
    late = 1;
  }

  synchronized boolean isLate(InboxMessages.AskPending asked) {
    return asked.waitMs() == 0 && late-- > 0;
  }

  synchronized ServerMessage answer(String agent, InboxMessages.AskPending asked)
      throws InterruptedException {
    questions.add(asked);
    var known = channels;
    if (known != null && !known.containsAll(asked.channels())) {
      return new ServerMessage.Failure(ErrorCode.NOT_INVITED, "Not a member");
    }
    int number = questions.size();
    long end = System.nanoTime() + asked.waitMs() * 1_000_000L;
    var page = page(agent, asked);
    while (page.entries().isEmpty() && page.lost() == 0 && !page.more()) {
      long left = (end - System.nanoTime()) / 1_000_000;
      if (left <= 0 || number < questions.size()) break;
      wait(Math.min(left, 20));
      page = page(agent, asked);
    }
    return page;
  }

  private InboxMessages.Pending page(String agent, InboxMessages.AskPending asked) {
    var passed = asked.after() == null ? Set.<Integer>of() : places(asked.after());
    var cursor = new StringBuilder(asked.after() == null ? "c" : asked.after());
    boolean told = asked.after() != null && asked.after().contains(" lost");
    long lostNow = told ? 0 : lost;
    if (lostNow > 0) cursor.append(" lost");
    var entries = new ArrayList<InboxMessages.PendingEntry>();
    long passedOver = 0;
    int looked = 0;
    for (var direct : List.of(true, false)) {
      for (int i = 0; i < all.size(); i++) {
        var message = all.get(i);
        boolean asks =
            direct ? message.to().equals(agent) : asked.channels().contains(message.to());
        if (!asks || confirmed.contains(i) || passed.contains(i)) continue;
        if (entries.size() == asked.limit() || (!direct && looked++ >= examined)) {
          return new InboxMessages.Pending(entries, cursor.toString(), passedOver, lostNow, true);
        }
        cursor.append(' ').append(i);
        boolean matches =
            direct
                || asked.only().isEmpty()
                || asked.senders().contains(message.from())
                || asked.keywords().stream().anyMatch(message.content()::contains);
        if (matches) {
          entries.add(new InboxMessages.PendingEntry(message, direct ? "dm" : "channel"));
        } else {
          passedOver++;
        }
      }
    }
    return new InboxMessages.Pending(entries, cursor.toString(), passedOver, lostNow, false);
  }

  private static Set<Integer> places(String cursor) {
    var places = new TreeSet<Integer>();
    for (var word : cursor.substring(1).strip().split(" ", -1)) {
      if (!word.isEmpty() && !word.equals("lost")) places.add(Integer.valueOf(word));
    }
    return places;
  }

  synchronized ServerMessage confirm(String agent, ConfirmMessages.Confirm confirm) {
    if (refusals-- > 0) {
      return new ServerMessage.Failure(ErrorCode.STORE_UNAVAILABLE, "The disk is full");
    }
    var cursor = confirm.cursor();
    if (cursor != null) {
      confirmed.addAll(places(cursor));
      if (cursor.contains(" lost")) lost = 0;
    } else {
      for (int i = 0; i < all.size(); i++) {
        if (all.get(i).to().equals(agent) && all.get(i).seq() <= confirm.seq()) confirmed.add(i);
      }
    }
    return new ConfirmMessages.Confirmed(
        cursor, ConfirmMessages.ME, confirm.seq(), List.of(), false);
  }

  synchronized InboxMessages.Unread unread(String agent) {
    int count = open(agent).size();
    return new InboxMessages.Unread(
        count,
        List.of(
            new InboxMessages.KindCounts("dm", 0, count, 0),
            new InboxMessages.KindCounts("mention", 0, 0, 1)),
        2,
        channels == null
            ? List.of(
                new InboxMessages.UnreadChannel("#general", 3, false, 7, 9, 6),
                new InboxMessages.UnreadChannel("#secret", 1000, true, 1, 2000, 0))
            : channels.stream()
                .map(c -> new InboxMessages.UnreadChannel(c, open(c).size(), false, 1, 9, 0))
                .toList());
  }
}

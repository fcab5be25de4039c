package dev.reveille.cli;

import dev.reveille.protocol.ConfirmMessages;
import dev.reveille.protocol.InboxMessages;
import dev.reveille.protocol.ServerMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** The inbox of the agents of {@link TinyServer}: one list, with a mark on confirmed entries. */
final class TinyInbox {
  private final List<ServerMessage.Msg> all = new ArrayList<>();
  private final TreeSet<Integer> confirmed = new TreeSet<>();
  private final List<InboxMessages.AskPending> questions = new ArrayList<>();
  private int late;

  synchronized ServerMessage.Msg add(String agent, String content) {
    long seq = all.stream().filter(m -> m.to().equals(agent)).count() + 1;
    var message =
        new ServerMessage.Msg(seq, "@a1", "ada", agent, content, seq, "m" + seq, false, "");
    all.add(message);
    notifyAll();
    return message;
  }

  /** Returns the messages of an agent that are not confirmed, oldest first. */
  synchronized List<ServerMessage.Msg> open(String agent) {
    var open = new ArrayList<ServerMessage.Msg>();
    for (int i = 0; i < all.size(); i++) {
      if (all.get(i).to().equals(agent) && !confirmed.contains(i)) open.add(all.get(i));
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

  synchronized InboxMessages.Pending answer(String agent, InboxMessages.AskPending asked)
      throws InterruptedException {
    questions.add(asked);
    long end = System.nanoTime() + asked.waitMs() * 1_000_000L;
    while (open(agent).isEmpty()) {
      long left = (end - System.nanoTime()) / 1_000_000;
      if (left <= 0) break;
      wait(left);
    }
    var open = open(agent);
    var shown = open.subList(0, Math.min(asked.limit(), open.size()));
    var cursor = new StringBuilder("c");
    shown.forEach(m -> cursor.append(' ').append(all.indexOf(m)));
    return new InboxMessages.Pending(
        shown.stream().map(m -> new InboxMessages.PendingEntry(m, "dm")).toList(),
        cursor.toString(),
        0,
        0,
        shown.size() < open.size());
  }

  synchronized ConfirmMessages.Confirmed confirm(String agent, ConfirmMessages.Confirm confirm) {
    var cursor = confirm.cursor();
    if (cursor != null) {
      for (var word : cursor.substring(1).strip().split(" ", -1)) {
        if (!word.isEmpty()) confirmed.add(Integer.valueOf(word));
      }
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
        List.of(
            new InboxMessages.UnreadChannel("#general", 3, false, 7, 9, 6),
            new InboxMessages.UnreadChannel("#secret", 1000, true, 1, 2000, 0)));
  }
}

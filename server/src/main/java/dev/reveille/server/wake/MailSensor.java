package dev.reveille.server.wake;

import dev.reveille.protocol.Priority;
import dev.reveille.protocol.SeqRanges;
import dev.reveille.protocol.TaskAnswers;
import dev.reveille.server.callback.CallbackMessage;
import dev.reveille.server.channel.SubscriptionReads;
import dev.reveille.server.decision.WakeTrigger;
import dev.reveille.server.delivery.Messages;
import dev.reveille.server.mail.MailReads;
import dev.reveille.server.mail.StoredReference;
import dev.reveille.server.route.MailRouting;
import dev.reveille.server.route.RouteMarks;
import dev.reveille.server.route.RouteReads;
import dev.reveille.server.store.EntryReads;
import dev.reveille.server.store.Store;
import dev.reveille.server.store.StoredEntry;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Counts the unread inbox of an agent from its read marks, as its stored routes see it. Everything
 * that concerns an agent is in this one stream: messages, mentions, changes of tasks, and its own
 * timers.
 */
public final class MailSensor {
  private static final int PAGE = 200;
  private static final int MOST = 1_000;

  private final Store store;

  public MailSensor(Store store) {
    this.store = store;
  }

  /** Returns the event that an entry of this kind is. */
  static WakeTrigger trigger(String kind) {
    if (kind.equals(CallbackMessage.KIND)) return WakeTrigger.TIMER;
    return kind.equals(TaskAnswers.EVENT_TYPE) ? WakeTrigger.TASK : WakeTrigger.MESSAGE;
  }

  /**
   * Returns what is unread.
   *
   * @param oldest entries that were stored before this wall time wake nobody; they are counted
   *     apart
   */
  public MailLook look(String agent, long oldest) {
    var routes = store.reads(RouteReads.class).routes(agent);
    var head = store.reads(EntryReads.class).head(agent);
    var state = store.reads(MailReads.class).mailbox(agent);
    var references = store.reads(MailReads.class).references(agent, MOST);
    var end = RouteMarks.at(head.lastSeq(), state.lastReference());
    var routing = new MailRouting(routes, end);
    if (head.lastSeq() <= state.delivered() && references.isEmpty()) {
      return new MailLook(true, List.of(), head.lastSeq(), 0, 0, 0, 0, false, routing.look());
    }
    var muted = store.reads(SubscriptionReads.class).muted(agent);
    var look = new Look(agent, oldest, Set.copyOf(muted), routing);
    look.entries(store.reads(EntryReads.class), SeqRanges.of(state.ahead()), state.delivered());
    look.references(references, extras(agent, references, routing));
    return look.made(head.lastSeq());
  }

  /**
   * Returns the further fields of mentioned messages by their numbers, if a route asks for them.
   */
  private Map<Long, String> extras(
      String agent, List<StoredReference> references, MailRouting routing) {
    var extras = new HashMap<Long, String>();
    if (references.isEmpty() || !routing.needsMentionedEntries()) return extras;
    for (var each : store.reads(MailReads.class).referred(agent, PAGE)) {
      var entry = each.entry();
      if (entry != null) extras.put(each.reference().n(), entry.extras());
    }
    return extras;
  }

  /** Returns when the oldest unread entry or mention was stored; empty if nothing is unread. */
  public OptionalLong oldest(String agent) {
    var entries = store.reads(EntryReads.class);
    var mail = store.reads(MailReads.class);
    var state = mail.mailbox(agent);
    var oldest = OptionalLong.empty();
    var muted = store.reads(SubscriptionReads.class).muted(agent);
    for (var reference : mail.references(agent, MOST)) {
      if (muted.contains(reference.sender())) continue;
      if (oldest.isEmpty() || reference.ts() < oldest.getAsLong()) {
        oldest = OptionalLong.of(reference.ts());
      }
    }
    var ahead = SeqRanges.of(state.ahead());
    long last = ahead.goOn(state.delivered());
    if (entries.head(agent).lastSeq() <= last) return oldest;
    for (var entry : entries.after(agent, last, PAGE)) {
      if (ahead.contains(entry.seq()) || Messages.speaker(entry).equals(agent)) continue;
      if (muted.contains(Messages.speaker(entry))) continue;
      if (oldest.isPresent() && oldest.getAsLong() <= entry.ts()) return oldest;
      return OptionalLong.of(entry.ts());
    }
    return oldest;
  }

  /** One look while it is being made. */
  private static final class Look {
    private final String agent;
    private final long oldest;
    private final Set<String> muted;
    private final MailRouting routing;
    private final Map<String, MailLook.FromSender> bySender = new LinkedHashMap<>();
    private long first;
    private long newest;
    private long newestReference;
    private long older;
    private boolean more;

    Look(String agent, long oldest, Set<String> muted, MailRouting routing) {
      this.agent = agent;
      this.oldest = oldest;
      this.muted = muted;
      this.routing = routing;
    }

    void entries(EntryReads entries, SeqRanges ahead, long delivered) {
      long last = delivered;
      long counted = 0;
      while (!more) {
        last = ahead.goOn(last);
        var page = entries.after(agent, last, PAGE);
        if (page.isEmpty()) return;
        for (var entry : page) {
          last = entry.seq();
          if (ahead.contains(last) || entry.sender().equals(agent)) continue;
          if (entry(entry)) more = ++counted >= MOST;
          if (more) return;
        }
      }
    }

    /** Takes an entry into account; true if it was counted. */
    private boolean entry(StoredEntry entry) {
      var speaker = Messages.speaker(entry);
      if (muted.contains(speaker)) return false;
      if (entry.ts() < oldest) {
        older++;
        return false;
      }
      var trigger = trigger(entry.kind());
      var priority = Priority.ofExtras(entry.extras());
      switch (routing.judge(trigger, entry.seq(), priority, speaker, entry.extras())) {
        case HISTORY -> older++;
        case WAITS -> {}
        case WAKES -> {
          if (first == 0) first = entry.seq();
          newest = entry.seq();
          if (trigger == WakeTrigger.TIMER) routing.timer();
          else add(speaker, priority);
        }
      }
      return true;
    }

    void references(List<StoredReference> references, Map<Long, String> extras) {
      for (var each : references) {
        if (muted.contains(each.sender())) continue;
        if (each.ts() < oldest) {
          older++;
          continue;
        }
        var fields = extras.get(each.n());
        switch (routing.judge(
            WakeTrigger.MENTION, each.n(), each.priority(), each.sender(), fields)) {
          case HISTORY -> older++;
          case WAITS -> {}
          case WAKES -> {
            newestReference = Math.max(newestReference, each.n());
            add(each.sender(), each.priority());
          }
        }
      }
    }

    private void add(String sender, Priority priority) {
      var before = bySender.getOrDefault(sender, new MailLook.FromSender(sender, 0, 0, 0));
      bySender.put(sender, before.plus(priority));
    }

    MailLook made(long head) {
      return new MailLook(
          true,
          List.copyOf(bySender.values()),
          head,
          first,
          newest,
          newestReference,
          older,
          more,
          routing.look());
    }
  }
}

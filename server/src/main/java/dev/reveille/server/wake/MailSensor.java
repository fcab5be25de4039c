package dev.reveille.server.wake;

import dev.reveille.protocol.Priority;
import dev.reveille.protocol.TaskAnswers;
import dev.reveille.server.callback.CallbackMessage;
import dev.reveille.server.decision.WakeTrigger;
import dev.reveille.server.delivery.Messages;
import dev.reveille.server.inbox.UnreadInbox;
import dev.reveille.server.mail.MailReads;
import dev.reveille.server.mail.StoredReference;
import dev.reveille.server.route.MailRouting;
import dev.reveille.server.route.RouteMarks;
import dev.reveille.server.route.RouteReads;
import dev.reveille.server.store.EntryOutline;
import dev.reveille.server.store.EntryReads;
import dev.reveille.server.store.Store;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Counts the unread inbox of an agent from its read marks, as its stored routes see it. Everything
 * that concerns an agent is in this one stream: messages, mentions, changes of tasks, and its own
 * timers.
 */
public final class MailSensor {
  private static final int PAGE = 200;
  private static final int MOST = 1_000;

  private final Store store;
  private final UnreadInbox inbox;

  MailSensor(Store store, UnreadInbox inbox) {
    this.store = store;
    this.inbox = inbox;
  }

  /** Makes one for reports. It also counts mentions in channels that the agent may not read now. */
  public MailSensor(Store store) {
    this(store, UnreadInbox.ofAllChannels(store));
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
    var look = new Look(agent, oldest, extras(agent, references, routing), routing);
    inbox.walk(agent, state, MOST, look);
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
    var state = store.reads(MailReads.class).mailbox(agent);
    var oldest = new long[] {Long.MAX_VALUE};
    inbox.walk(
        agent,
        state,
        MOST,
        new UnreadInbox.Finder() {
          @Override
          public boolean entry(EntryOutline entry) {
            if (Messages.speaker(entry).equals(agent)) return true;
            oldest[0] = Math.min(oldest[0], entry.ts());
            return false;
          }

          @Override
          public void mention(StoredReference reference) {
            oldest[0] = Math.min(oldest[0], reference.ts());
          }
        });
    return oldest[0] == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(oldest[0]);
  }

  /** One look while it is being made. */
  private static final class Look implements UnreadInbox.Finder {
    private final String agent;
    private final long oldest;
    private final Map<Long, String> extras;
    private final MailRouting routing;
    private final Map<String, MailLook.FromSender> bySender = new LinkedHashMap<>();
    private long first;
    private long newest;
    private long newestReference;
    private long older;
    private long counted;
    private boolean more;

    /**
     * @param extras the further fields of mentioned messages by their numbers, as far as known
     */
    Look(String agent, long oldest, Map<Long, String> extras, MailRouting routing) {
      this.agent = agent;
      this.oldest = oldest;
      this.extras = extras;
      this.routing = routing;
    }

    @Override
    public boolean entry(EntryOutline entry) {
      // What the agent wrote to itself is unread, and wakes nobody.
      if (entry.sender().equals(agent)) return true;
      var speaker = Messages.speaker(entry);
      if (entry.ts() < oldest) {
        older++;
        return true;
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
      more = ++counted >= MOST;
      return !more;
    }

    @Override
    public void mention(StoredReference each) {
      if (each.ts() < oldest) {
        older++;
        return;
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

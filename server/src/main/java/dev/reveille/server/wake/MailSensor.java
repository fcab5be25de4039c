package dev.reveille.server.wake;

import dev.reveille.protocol.Priority;
import dev.reveille.protocol.SeqRanges;
import dev.reveille.server.channel.SubscriptionReads;
import dev.reveille.server.mail.MailReads;
import dev.reveille.server.store.EntryReads;
import dev.reveille.server.store.Store;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** Counts the unread inbox of an agent from its read marks. */
final class MailSensor {
  private static final int PAGE = 200;
  private static final int MOST = 1_000;

  private final Store store;

  MailSensor(Store store) {
    this.store = store;
  }

  /**
   * Returns what is unread.
   *
   * @param oldest entries that were stored before this wall time wake nobody; they are counted
   *     apart
   */
  MailLook look(String agent, long oldest) {
    var entries = store.reads(EntryReads.class);
    var state = store.reads(MailReads.class).mailbox(agent);
    var head = entries.head(agent);
    var references = store.reads(MailReads.class).references(agent, MOST);
    if (head.lastSeq() <= state.delivered() && references.isEmpty()) {
      return new MailLook(true, List.of(), head.lastSeq(), 0, 0, 0, false);
    }
    var muted = store.reads(SubscriptionReads.class).muted(agent);
    var bySender = new LinkedHashMap<String, MailLook.FromSender>();
    var ahead = SeqRanges.of(state.ahead());
    long last = state.delivered();
    long newest = 0;
    long older = 0;
    long counted = 0;
    boolean more = false;
    while (!more) {
      last = ahead.goOn(last);
      var page = entries.after(agent, last, PAGE);
      if (page.isEmpty()) break;
      for (var entry : page) {
        last = entry.seq();
        if (ahead.contains(last) || muted.contains(entry.sender())) continue;
        if (entry.sender().equals(agent)) continue;
        if (entry.ts() < oldest) {
          older++;
          continue;
        }
        newest = last;
        add(bySender, entry.sender(), Priority.ofExtras(entry.extras()));
        more = ++counted >= MOST;
        if (more) break;
      }
    }
    long newestReference = 0;
    for (var reference : references) {
      if (muted.contains(reference.sender())) continue;
      if (reference.ts() < oldest) {
        older++;
        continue;
      }
      newestReference = Math.max(newestReference, reference.n());
      add(bySender, reference.sender(), reference.priority());
    }
    return new MailLook(
        true, List.copyOf(bySender.values()), head.lastSeq(), newest, newestReference, older, more);
  }

  /** Returns when the oldest unread entry or mention was stored; empty if nothing is unread. */
  OptionalLong oldest(String agent) {
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
      if (ahead.contains(entry.seq()) || entry.sender().equals(agent)) continue;
      if (muted.contains(entry.sender())) continue;
      if (oldest.isPresent() && oldest.getAsLong() <= entry.ts()) return oldest;
      return OptionalLong.of(entry.ts());
    }
    return oldest;
  }

  private static void add(
      Map<String, MailLook.FromSender> bySender, String sender, Priority priority) {
    bySender.put(
        sender,
        bySender
            .computeIfAbsent(sender, name -> new MailLook.FromSender(name, 0, 0, 0))
            .plus(priority));
  }
}

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

  private static void add(
      Map<String, MailLook.FromSender> bySender, String sender, Priority priority) {
    bySender.put(
        sender,
        bySender
            .computeIfAbsent(sender, name -> new MailLook.FromSender(name, 0, 0, 0))
            .plus(priority));
  }
}

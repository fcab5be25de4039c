package dev.reveille.server.wake;

import dev.reveille.server.decision.Ago;
import dev.reveille.server.decision.StoredWake;
import dev.reveille.server.decision.WakeAnswer;
import dev.reveille.server.decision.WakeReason;
import java.util.ArrayList;
import java.util.Comparator;

/**
 * Writes the one line that an agent gets with a wake. Every number in it was measured; what could
 * not be measured says so. Names of senders are ids, so no text of others is in it.
 */
final class WakeLine {
  private static final String DIRECTIVE =
      "Go on with your own broken work, then answer what waits for you, then take new work."
          + " If nothing is left, stop.";

  private WakeLine() {}

  /** Returns the line. It has no line break. */
  static String of(Sensed sensed, WakeAnswer answer, StoredWake memory, String nonce) {
    var parts = new ArrayList<String>();
    parts.add(mail(sensed.mail()));
    parts.add(tasks(sensed.tasks()));
    for (var each : sensed.elsewhere()) {
      if (!each.count().known()) parts.add(each.words() + " unknown");
      else if (each.count().value() > 0) parts.add(each.count().value() + " " + each.words());
    }
    long timers = sensed.mail().routes().timers();
    if (timers > 0) parts.add(timers == 1 ? "1 timer of yours due" : timers + " timers due");
    else if (answer.has(WakeReason.TIMER_DUE)) parts.add("your sleep is over");
    if (answer.has(WakeReason.TEAM_IDLE)) parts.add("the whole team is idle: coordinate");
    parts.add(
        memory.wakeAt() == 0
            ? "first wake"
            : "last wake " + Ago.words(sensed.at() - memory.wakeAt()) + " ago");
    if (sensed.mail().older() > 0) parts.add(sensed.mail().older() + " older unread");
    if (answer.has(WakeReason.CONTEXT_UNKNOWN)) parts.add("size of your context unknown");
    if (answer.has(WakeReason.CONTEXT_LARGE)) parts.add("your context is large");
    var line = "[wake " + nonce + "] " + String.join(", ", parts) + ".";
    return isPulseOnly(sensed, answer) ? line + " " + DIRECTIVE : line;
  }

  /** True if no message is part of it; only then the standing directive is said. */
  private static boolean isPulseOnly(Sensed sensed, WakeAnswer answer) {
    return !answer.has(WakeReason.UNREAD)
        && !answer.has(WakeReason.HIGH_UNREAD)
        && sensed.mail().known();
  }

  private static String mail(MailLook mail) {
    if (!mail.known()) return "unread unknown";
    long all = 0;
    long high = 0;
    for (var sender : mail.senders()) {
      all += sender.all();
      high += sender.high();
    }
    var text = all + (mail.more() ? " or more unread" : " unread");
    var first =
        mail.senders().stream()
            .max(
                Comparator.comparingLong(MailLook.FromSender::high)
                    .thenComparingLong(MailLook.FromSender::all));
    if (all == 0 || first.isEmpty()) return text;
    var from = "from " + first.get().sender();
    int others = mail.senders().size() - 1;
    if (others > 0) from += " and " + others + " more";
    return high > 0 ? text + " (" + high + " high, " + from + ")" : text + " (" + from + ")";
  }

  private static String tasks(TaskLook tasks) {
    if (!tasks.waiting().known()) return "tasks unknown";
    long waiting = tasks.waiting().value();
    var text = waiting == 1 ? "1 task waiting on you" : waiting + " tasks waiting on you";
    return tasks.expired().some() ? text + ", " + tasks.expired().value() + " expired" : text;
  }
}

package dev.reveille.server.wake;

import dev.reveille.protocol.Priority;
import dev.reveille.server.decision.Reading;
import dev.reveille.server.decision.SenderCounts;
import dev.reveille.server.decision.WakeInputs;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Counts what waits for a seat, without the mail and tasks of senders that used up their share. */
final class WorkCount {
  private static final long HIGH = 1_000_000;

  /** One sender may cause at most this part of a seat's wakes of a day. */
  static final int SHARE = 4;

  private final Sensed sensed;
  private final SenderCounts used;
  private final int share;

  /**
   * @param used the wakes of this day by sender
   * @param budget the most wakes of a day
   */
  WorkCount(Sensed sensed, SenderCounts used, int budget) {
    this.sensed = sensed;
    this.used = used;
    share = Math.max(1, budget / SHARE);
  }

  private boolean isWithheld(String sender) {
    return used.of(sender) >= share;
  }

  WakeInputs.WorkFacts facts() {
    var mail = sensed.mail();
    long high = 0;
    long normal = 0;
    long low = 0;
    long withheld = 0;
    for (var sender : mail.senders()) {
      if (isWithheld(sender.sender())) {
        withheld += sender.all();
      } else {
        high += sender.high();
        normal += sender.normal();
        low += sender.low();
      }
    }
    var all = sensed.tasks();
    var tasks = all.only(task -> !isWithheld(task.from()));
    withheld += all.waits().size() - tasks.waits().size();
    withheld += all.ended().size() - tasks.ended().size();
    return new WakeInputs.WorkFacts(
        reading(mail, high),
        reading(mail, normal),
        reading(mail, low),
        reading(mail, withheld),
        tasks.waiting(),
        tasks.expired(),
        sensed.elsewhereAll(),
        hash(sensed, tasks));
  }

  /**
   * Returns the sender that a wake counts for: of those whose work was counted, the one with the
   * most of high priority, then of all; null if nobody sent anything that counts.
   */
  @Nullable String cause(String seat) {
    var weights = new TreeMap<String, Long>();
    for (var sender : sensed.mail().senders()) {
      weights.merge(sender.sender(), sender.high() * HIGH + sender.all(), Long::sum);
    }
    Stream.concat(sensed.tasks().waits().stream(), sensed.tasks().ended().stream())
        .forEach(
            task ->
                weights.merge(
                    task.from(), task.priority() == Priority.HIGH ? HIGH + 1 : 1, Long::sum));
    weights.keySet().removeIf(sender -> sender.equals(seat) || isWithheld(sender));
    return weights.entrySet().stream()
        .max(Map.Entry.comparingByValue())
        .map(Map.Entry::getKey)
        .orElse(null);
  }

  private static Reading reading(MailLook mail, long count) {
    return mail.known() ? Reading.of(count) : Reading.UNKNOWN;
  }

  /**
   * Returns a number that changes when something new waits or the session is another. Reading mail
   * does not change it: fewer messages are no news. Nor do tasks that are withheld.
   */
  private static long hash(Sensed sensed, TaskLook tasks) {
    var seat = sensed.seat();
    long hash = 17;
    hash = mix(hash, sensed.mail().newest());
    hash = mix(hash, sensed.mail().newestReference());
    hash = mix(hash, tasks.newest());
    for (var each : sensed.elsewhere()) hash = mix(hash, each.news());
    if (seat == null) return hash;
    hash = mix(hash, seat.state().name());
    // Each limit that passed is news, whatever the seat was woken for before it.
    if (seat.limitOver()) hash = mix(hash, seat.lastTurnAt().value());
    hash = mix(hash, seat.session() == null ? "" : seat.session());
    return mix(hash, seat.end() == null ? "" : seat.end().name());
  }

  private static long mix(long hash, long value) {
    long mixed = (hash ^ value) * 0x9E3779B97F4A7C15L;
    return mixed ^ (mixed >>> 29);
  }

  private static long mix(long hash, String text) {
    long mixed = hash;
    for (int i = 0; i < text.length(); i++) mixed = mix(mixed, text.charAt(i));
    return mixed;
  }
}

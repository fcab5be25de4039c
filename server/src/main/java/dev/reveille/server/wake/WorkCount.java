package dev.reveille.server.wake;

import dev.reveille.server.decision.Reading;
import dev.reveille.server.decision.SenderCounts;
import dev.reveille.server.decision.WakeInputs;

/** Counts what waits for a seat, without the mail of senders that used up their share. */
final class WorkCount {
  /** One sender may cause at most this part of a seat's wakes of a day. */
  static final int SHARE = 4;

  private WorkCount() {}

  static WakeInputs.WorkFacts of(Sensed sensed, SenderCounts used, int budget) {
    var mail = sensed.mail();
    long high = 0;
    long normal = 0;
    long low = 0;
    long withheld = 0;
    int share = Math.max(1, budget / SHARE);
    for (var sender : mail.senders()) {
      if (used.of(sender.sender()) >= share) {
        withheld += sender.all();
      } else {
        high += sender.high();
        normal += sender.normal();
        low += sender.low();
      }
    }
    return new WakeInputs.WorkFacts(
        reading(mail, high),
        reading(mail, normal),
        reading(mail, low),
        reading(mail, withheld),
        sensed.tasks().waiting(),
        sensed.tasks().expired(),
        sensed.elsewhereAll(),
        hash(sensed));
  }

  private static Reading reading(MailLook mail, long count) {
    return mail.known() ? Reading.of(count) : Reading.UNKNOWN;
  }

  /**
   * Returns a number that changes when something new waits or the session is another. Reading mail
   * does not change it: fewer messages are no news.
   */
  private static long hash(Sensed sensed) {
    var seat = sensed.seat();
    long hash = 17;
    hash = mix(hash, sensed.mail().newest());
    hash = mix(hash, sensed.mail().newestReference());
    hash = mix(hash, sensed.tasks().newest());
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

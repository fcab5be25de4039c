package dev.reveille.server.report;

import dev.reveille.server.alert.AlertCell;
import dev.reveille.server.alert.RaiseAlert;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.Host;
import dev.reveille.server.observe.PersonPresence;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Raises alerts for what needs a person: some at once, the rest if no administrator was present for
 * a while.
 *
 * <p>It looks at what is, not at what happened. So nothing is lost in a crash, and what is solved
 * before the look is not told. What was told once is not told again.
 */
final class NeedsWatch {
  private static final long EVERY = Duration.ofMinutes(5).toNanos();

  /** Looking at every inbox costs more, and nothing about day-old mail is urgent. */
  private static final long MAIL_EVERY = Duration.ofHours(1).toNanos();

  private final Clock clock;
  private final Host host;
  private final OpenNeeds needs;
  private final PersonPresence person;
  private final Duration escalateAfter;
  private boolean ran;
  private long ranAt;
  private long mailAt;
  private List<NeedsPerson> mail = List.of();

  NeedsWatch(
      Clock clock, Host host, OpenNeeds needs, PersonPresence person, Duration escalateAfter) {
    this.clock = clock;
    this.host = host;
    this.needs = needs;
    this.person = person;
    this.escalateAfter = escalateAfter;
  }

  /** Looks, about every five minutes. Called about once a minute by one thread. */
  void look() {
    long now = clock.nanos();
    if (ran && now - ranAt < EVERY) return;
    if (!ran || now - mailAt >= MAIL_EVERY) {
      mail = needs.mail();
      mailAt = now;
    }
    var all = new ArrayList<>(needs.withoutMail());
    all.addAll(mail);
    ran = true;
    ranAt = now;
    for (var need : all) {
      if (isToBeTold(need)) host.tell(AlertCell.ID, new RaiseAlert(need.key(), need.what()));
    }
  }

  private boolean isToBeTold(NeedsPerson need) {
    return switch (need.kind().telling()) {
      case NOW -> true;
      case LATER -> isUnseen(need);
      case NEVER -> false;
    };
  }

  private boolean isUnseen(NeedsPerson need) {
    return !escalateAfter.isZero()
        && clock.wallMillis() - need.since() >= escalateAfter.toMillis()
        && !person.wasHereWithin(escalateAfter);
  }
}

package dev.reveille.server.wake;

import dev.reveille.protocol.SeatState;
import dev.reveille.server.decision.SeatBook;
import dev.reveille.server.decision.WakeConfig;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.Host;
import java.util.ArrayList;
import java.util.function.Predicate;

/** Shows the cell of the team its seats, about once a minute. The team is that of the settings. */
final class TeamWatch {
  private final Clock clock;
  private final Host host;
  private final SeatBook seats;
  private final WakeConfig config;
  private final Predicate<String> isInFlight;

  TeamWatch(
      Clock clock, Host host, SeatBook seats, WakeConfig config, Predicate<String> isInFlight) {
    this.clock = clock;
    this.host = host;
    this.seats = seats;
    this.config = config;
    this.isInFlight = isInFlight;
  }

  /** Looks at the team. A seat that does not exist is left out. */
  void watch() {
    if (config.team().isEmpty() || config.pulse().isZero()) return;
    long now = clock.wallMillis();
    var members = new ArrayList<TeamLook.Member>();
    for (var name : config.team()) {
      var seat = name.startsWith("@") ? name : "@" + name;
      seats
          .look(seat, now)
          .filter(look -> !isAside(look.state()))
          .map(
              look ->
                  new TeamLook.Member(
                      seat,
                      look.state(),
                      look.lastTurnAt().known() ? look.lastTurnAt().value() : 0,
                      isInFlight.test(seat),
                      isWakeable(look.state())))
          .ifPresent(members::add);
    }
    if (!members.isEmpty()) host.tell(TeamCell.ID, new TeamCell.Watch(new TeamLook(now, members)));
  }

  private static boolean isAside(SeatState state) {
    return state == SeatState.BENCHED || state == SeatState.OPTED_OUT;
  }

  private static boolean isWakeable(SeatState state) {
    return switch (state) {
      case IDLE, ENDED, FULL -> true;
      case NEVER_STARTED, BOOTING, ACTIVE, RATE_LIMITED, LOST, BENCHED, OPTED_OUT -> false;
    };
  }
}

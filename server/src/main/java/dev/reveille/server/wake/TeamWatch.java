package dev.reveille.server.wake;

import dev.reveille.protocol.SeatState;
import dev.reveille.server.decision.SeatBook;
import dev.reveille.server.decision.WakeConfig;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.Host;
import java.util.ArrayList;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Shows the cell of the team its seats, about once a minute. The team is that of the settings. */
final class TeamWatch {
  private final Clock clock;
  private final Host host;
  private final SeatBook seats;
  private final WakeConfig config;
  private final Predicate<String> isInFlight;
  private final BooleanSupplier mayWake;

  TeamWatch(
      Clock clock,
      Host host,
      SeatBook seats,
      WakeConfig config,
      Predicate<String> isInFlight,
      BooleanSupplier mayWake) {
    this.clock = clock;
    this.host = host;
    this.seats = seats;
    this.config = config;
    this.isInFlight = isInFlight;
    this.mayWake = mayWake;
  }

  /** Returns the ids of the seats of the team. */
  static Set<String> seats(WakeConfig config) {
    return config.team().stream().map(TeamWatch::seat).collect(Collectors.toUnmodifiableSet());
  }

  private static String seat(String name) {
    return name.startsWith("@") ? name : "@" + name;
  }

  /**
   * Looks at the team, also if nobody may be woken: a person is told all the same. A seat that does
   * not exist is left out.
   */
  void watch() {
    if (config.team().isEmpty()) return;
    long now = clock.wallMillis();
    var members = new ArrayList<TeamLook.Member>();
    for (var name : config.team()) {
      var seat = seat(name);
      seats
          .look(seat, now)
          .filter(look -> !isAside(look.state()))
          .map(
              look ->
                  new TeamLook.Member(
                      seat,
                      look.state(),
                      look.session(),
                      look.lastTurnAt().known() ? look.lastTurnAt().value() : 0,
                      isInFlight.test(seat),
                      isWakeable(look.state())))
          .ifPresent(members::add);
    }
    if (members.isEmpty()) return;
    host.tell(TeamCell.ID, new TeamCell.Watch(new TeamLook(now, members, mayWake.getAsBoolean())));
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

package dev.reveille.server.decision;

import dev.reveille.server.kernel.Write;
import dev.reveille.server.route.DeleteRoute;
import dev.reveille.server.route.RouteMarks;
import dev.reveille.server.route.RouteTarget;
import dev.reveille.server.route.SaveRoute;
import dev.reveille.server.route.SaveRouteBook;
import dev.reveille.server.route.WakeRoute;
import dev.reveille.server.wake.SaveTeam;
import dev.reveille.server.wake.StoredTeam;
import dev.reveille.server.worksource.SaveSource;
import dev.reveille.server.worksource.SaveSourceDay;
import dev.reveille.server.worksource.StoredSource;
import dev.reveille.server.worksource.StoredSourceDay;
import java.util.List;
import java.util.SplittableRandom;

/** Makes writes of this package, for tests that compare stores. */
public final class RandomWakes {
  private RandomWakes() {}

  public static Write any(SplittableRandom random, List<String> seats, long now) {
    var seat = seats.get(random.nextInt(seats.size()));
    return switch (random.nextInt(10)) {
      case 5 ->
          new SaveSource(
              new StoredSource(
                  "app",
                  seat,
                  now,
                  random.nextBoolean(),
                  random.nextInt(9),
                  3,
                  4,
                  "mark",
                  random.nextBoolean(),
                  ""));
      case 6 ->
          new SaveSourceDay(
              new StoredSourceDay("app", seat, random.nextInt(3), random.nextInt(9), 1, 2, 3));
      case 7 -> new SaveRouteBook(seat, random.nextInt(9));
      case 8 -> new DeleteRoute(seat, random.nextInt(4));
      case 9 -> new SaveRoute(route(random, seat, now), random.nextBoolean() ? null : "a secret");
      case 4 -> new SaveTeam(new StoredTeam(random.nextLong(), now, 1, now, 0, now));
      case 0 ->
          new SaveGate(
              new StoredGate(
                  one(random, GateState.values()), now, "@ann", "because", random.nextInt(3)));
      case 1 -> new SaveWake(wake(random, seat, now));
      default -> new SaveDecision(decision(random, seat, now));
    };
  }

  private static StoredDecision decision(SplittableRandom random, String seat, long now) {
    boolean yes = random.nextBoolean();
    return new StoredDecision(
        seat,
        random.nextInt(6),
        now - random.nextInt(50),
        now,
        1 + random.nextInt(3),
        yes ? WakeAction.NUDGE : WakeAction.NONE,
        "UNREAD",
        "now=" + now,
        yes ? one(random, WakeProof.values()) : null,
        yes ? now : null,
        new RestUse(
            random.nextBoolean() ? null : "s1",
            random.nextBoolean() ? Reading.UNKNOWN : Reading.of(random.nextInt(9)),
            random.nextInt(9),
            1,
            2),
        new ProofTimes(random.nextInt(3), random.nextInt(3), random.nextInt(3)));
  }

  private static StoredWake wake(SplittableRandom random, String seat, long now) {
    return new StoredWake(
        seat,
        random.nextInt(9),
        random.nextInt(9),
        SenderCounts.NONE.plus("@ann").plus("@bob").plus("@ann"),
        now,
        random.nextLong(),
        random.nextInt(4),
        random.nextInt(4),
        random.nextInt(99),
        random.nextInt(2),
        random.nextBoolean(),
        random.nextBoolean() ? null : new StoredWake.Flight(3, now, "abc", WakeAction.START, 7));
  }

  private static WakeRoute route(SplittableRandom random, String seat, long now) {
    int n = random.nextInt(4);
    return new WakeRoute(
        seat,
        n,
        WakeTrigger.MESSAGE,
        "",
        RouteTarget.WEBHOOK,
        "https://" + n + ".example",
        one(random, WakePolicy.values()),
        random.nextInt(3) - 1,
        new RouteMarks(random.nextInt(9), random.nextInt(9), random.nextInt(9), now),
        random.nextInt(3),
        random.nextBoolean() ? null : "it answered 404",
        "@ann");
  }

  private static <E> E one(SplittableRandom random, E[] all) {
    return all[random.nextInt(all.length)];
  }
}

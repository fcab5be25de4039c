package dev.reveille.server.seat;

import dev.reveille.protocol.Priority;
import dev.reveille.protocol.SeatState;
import dev.reveille.protocol.SessionEnding;
import dev.reveille.server.kernel.Write;
import java.util.List;
import java.util.SplittableRandom;

/** Makes writes of this package, for tests that compare stores. */
public final class RandomSeats {
  private RandomSeats() {}

  public static Write any(SplittableRandom random, List<String> agents, long now) {
    var agent = agents.get(random.nextInt(agents.size()));
    var session = "s" + random.nextInt(6);
    return switch (random.nextInt(12)) {
      case 0 -> new RemoveSeat(agent);
      case 1 -> new TakeBody(new StoredBody(agent, "seat", session, 1 + random.nextInt(3)));
      case 2, 3 ->
          new AppendSeatLog(
              new StoredSeatLog(
                  agent,
                  random.nextInt(200),
                  now,
                  "EXITED",
                  SeatState.ACTIVE,
                  one(random, SeatState.values()),
                  random.nextBoolean() ? null : session,
                  "harness",
                  "exit " + now));
      case 4, 5 -> new SaveSeatSession(session(random, session, agent, now));
      case 6 ->
          new NoteUse(
              new StoredUse(
                  agent,
                  session,
                  now,
                  random.nextBoolean() ? null : now,
                  random.nextBoolean() ? null : 7L));
      case 7, 8 -> new AddHandoff(handoff(random, session, agent, now), 1 + random.nextInt(4));
      case 9 -> {
        long before = random.nextInt(3);
        yield new MoveSeat(agent, progress(random, now, before + random.nextInt(2)), before);
      }
      default -> new SaveSeat(seat(random, agent), now);
    };
  }

  private static Seat seat(SplittableRandom random, String agent) {
    return new Seat(
        agent,
        "scripted",
        random.nextBoolean() ? null : "/work",
        random.nextBoolean() ? List.of() : List.of("run", "a \"b\""),
        List.of("A=1"),
        null,
        random.nextBoolean(),
        one(random, Priority.values()),
        random.nextInt(20),
        random.nextBoolean() ? null : new QuietHours(1320, 420, "Europe/Berlin"));
  }

  private static SeatProgress progress(SplittableRandom random, long now, long seq) {
    return new SeatProgress(
        new SeatStatus(SeatState.IDLE, random.nextBoolean(), random.nextBoolean()),
        new SeatWishes(random.nextBoolean() ? null : 3, new QuietHours(0, 60, "UTC")),
        now,
        "s2",
        random.nextBoolean() ? null : "s1",
        random.nextBoolean() ? null : Long.valueOf(now + 5),
        random.nextBoolean(),
        new TrackRecord(
            random.nextInt(3),
            random.nextInt(3),
            random.nextInt(3),
            random.nextBoolean() ? 0 : now,
            one(random, TrackRecord.Deeds.values())),
        random.nextBoolean(),
        one(random, IdleBy.values()),
        random.nextBoolean() ? null : one(random, SeatStep.values()),
        random.nextInt(9),
        seq);
  }

  private static SeatSession session(SplittableRandom random, String id, String agent, long now) {
    boolean over = random.nextBoolean();
    return new SeatSession(
        id,
        agent,
        random.nextInt(1_000_000),
        random.nextBoolean() ? null : "s1",
        one(random, StartReason.values()),
        now,
        random.nextBoolean() ? null : Long.valueOf(now + 1),
        over ? Long.valueOf(now + 2) : null,
        over ? one(random, SessionEnding.values()) : null,
        random.nextBoolean() ? ModelUse.UNKNOWN : new ModelUse("m", 1L, null, 3L, null));
  }

  private static Handoff handoff(SplittableRandom random, String session, String agent, long now) {
    return new Handoff(
        agent,
        random.nextBoolean() ? null : session,
        random.nextInt(1_000_000),
        now,
        one(random, Handoff.Author.values()),
        "done " + now,
        "next",
        "",
        List.of("#a", "task_" + random.nextInt(3)));
  }

  private static <T> T one(SplittableRandom random, T[] of) {
    return of[random.nextInt(of.length)];
  }
}

package dev.reveille.server.wake;

import dev.reveille.protocol.SeatState;
import dev.reveille.server.decision.HarnessPresence;
import dev.reveille.server.decision.Reading;
import dev.reveille.server.decision.SeatBook;
import dev.reveille.server.decision.SeatLook;
import dev.reveille.server.seat.Harnesses;
import dev.reveille.server.seat.IdleBy;
import dev.reveille.server.seat.MemoryReads;
import dev.reveille.server.seat.SeatAction;
import dev.reveille.server.seat.SeatProgress;
import dev.reveille.server.seat.SeatReads;
import dev.reveille.server.seat.SeatSession;
import dev.reveille.server.seat.StoredSeat;
import dev.reveille.server.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads seats as decisions see them from the store. */
public final class StoredSeats implements SeatBook {
  private static final int PAGE = 1_000;

  private final Store store;
  private final Harnesses harnesses;

  public StoredSeats(Store store, Harnesses harnesses) {
    this.store = store;
    this.harnesses = harnesses;
  }

  @Override
  public List<String> seats() {
    var all = new ArrayList<String>();
    var last = "";
    while (true) {
      var page = store.reads(SeatReads.class).seats(last, PAGE);
      for (var seat : page) all.add(seat.seat().identity());
      if (page.size() < PAGE) return all;
      last = all.getLast();
    }
  }

  @Override
  public Optional<SeatLook> look(String identity, long wallMillis) {
    return store.reads(SeatReads.class).seat(identity).map(seat -> look(seat, wallMillis));
  }

  private SeatLook look(StoredSeat seat, long now) {
    var progress = seat.progress();
    var session =
        progress.session() == null
            ? null
            : store.reads(MemoryReads.class).session(progress.session()).orElse(null);
    var harness = harnesses.named(seat.seat().harness());
    return new SeatLook(
        progress.status().state(),
        progress.session(),
        session == null ? null : session.ending(),
        progress.endsInRow(),
        progress.track().crashes(),
        progress.track().failedStarts(),
        null,
        harness.filter(adapter -> adapter.can().contains(SeatAction.START)).isPresent(),
        harness.filter(adapter -> adapter.can().contains(SeatAction.NUDGE)).isPresent(),
        isNudgedInVain(seat),
        presence(progress),
        Reading.of(progress.since()),
        context(session),
        tokens(session),
        limit(progress.limitedUntil(), progress.status().life()),
        progress.idleBy() == IdleBy.LIMIT,
        seat.isQuiet(now),
        seat.dailyWakes());
  }

  /** True if the seat takes no further nudge: it had one since it went idle, and is still idle. */
  public static boolean isNudgedInVain(StoredSeat seat) {
    return seat.progress().status().life() == SeatState.IDLE && seat.progress().nudged();
  }

  private static HarnessPresence presence(SeatProgress progress) {
    if (progress.step() != null) return HarnessPresence.IN_TURN;
    return switch (progress.status().life()) {
      case ACTIVE -> HarnessPresence.IN_TURN;
      case IDLE ->
          progress.idleBy() == IdleBy.SILENCE ? HarnessPresence.SILENT : HarnessPresence.WAITING;
      case RATE_LIMITED -> HarnessPresence.WAITING;
      case NEVER_STARTED, BOOTING, ENDED, FULL, LOST, BENCHED, OPTED_OUT -> HarnessPresence.UNKNOWN;
    };
  }

  private static Reading context(@Nullable SeatSession session) {
    var tokens = session == null ? null : session.use().contextTokens();
    return tokens == null ? Reading.UNKNOWN : Reading.of(tokens);
  }

  private static Reading tokens(@Nullable SeatSession session) {
    var in = session == null ? null : session.use().inputTokens();
    var out = session == null ? null : session.use().outputTokens();
    return in == null || out == null ? Reading.UNKNOWN : Reading.of(in + out);
  }

  private static Reading limit(@Nullable Long until, SeatState life) {
    if (until != null) return Reading.of(until);
    return life == SeatState.RATE_LIMITED ? Reading.UNKNOWN : Reading.ZERO;
  }
}

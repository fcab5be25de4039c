package dev.reveille.server.seat;

import dev.reveille.server.kernel.CellId;
import dev.reveille.server.store.Store;
import org.jspecify.annotations.Nullable;

/** A seat as its cell has it. It runs ahead of the store. Owned by the cell's lane. */
final class LiveSeat {
  final String identity;

  /** Null if there is no seat; then only handoffs can be left. */
  @Nullable Seat seat;

  SeatProgress progress;

  /** The present session, or the last one. */
  @Nullable SeatSession session;

  /** Null if the identity never had a seat. */
  @Nullable StoredBody body;

  /** The number of the last handoff. */
  long handoffs;

  /** The work of the job that runs, if this process started it. */
  @Nullable HarnessWork work;

  /* Not stored: after a restart a session counts as silent since then. */
  long heardAt;

  private LiveSeat(String identity, SeatProgress progress) {
    this.identity = identity;
    this.progress = progress;
  }

  static LiveSeat load(String identity, long now, Store store) {
    var stored = store.reads(SeatReads.class).seat(identity);
    var live =
        new LiveSeat(
            identity, stored.map(StoredSeat::progress).orElseGet(() -> SeatProgress.begin(now)));
    live.seat = stored.map(StoredSeat::seat).orElse(null);
    var memory = store.reads(MemoryReads.class);
    var sessions = memory.sessions(identity, 1);
    live.session = sessions.isEmpty() ? null : sessions.getFirst();
    if (stored.isEmpty() && live.session != null) {
      // A removed seat's last job may still run; do not reuse its number.
      live.progress = live.progress.withStep(null, now);
    }
    live.body = store.reads(SeatReads.class).body(identity).orElse(null);
    var handoffs = memory.handoffs(identity, Long.MAX_VALUE, 1);
    live.handoffs = handoffs.isEmpty() ? 0 : handoffs.getFirst().number();
    live.heardAt = now;
    return live;
  }

  CellId cell() {
    return SeatCell.at(identity);
  }

  SeatStatus status() {
    return progress.status();
  }

  /** True if the process of a session may run: nobody saw it end. */
  boolean mayRun() {
    var suspect = progress.suspect();
    if (suspect == null) return false;
    var last = session;
    if (last == null || !last.id().equals(suspect) || last.ending() == null) return true;
    return switch (last.ending()) {
      case EXITED, CRASHED, STOPPED, START_FAILED -> false;
      case SUNSET, FULL, NOT_BOOTED, CALLED_OFF, LOST -> true;
    };
  }

  /** Notes what the present session did; false if that is known. */
  boolean note(TrackRecord next) {
    if (next.equals(progress.track())) return false;
    progress = progress.withTrack(next);
    return true;
  }

  /** True if this is the seat's present or last session. */
  boolean isPresent(@Nullable String id) {
    return id != null && id.equals(progress.session());
  }
}

package dev.reveille.server.seat;

import dev.reveille.protocol.SeatState;
import dev.reveille.protocol.SessionEnding;
import org.jspecify.annotations.Nullable;

/** Turns what was seen of a session into changes of its seat. Part of the seat cell. */
final class SeatEnds {
  private final LiveSeat live;
  private final SeatConfig config;

  SeatEnds(LiveSeat live, SeatConfig config) {
    this.live = live;
    this.config = config;
  }

  /** Carries out a finding; false if it changes nothing. */
  boolean found(SeatChange change, HarnessFinding finding) {
    var evidence = finding.evidence();
    return switch (finding.event()) {
      case TURN_STARTED -> turn(change, "harness", evidence, finding.nonce());
      case SUNSET -> declare(change, SessionEnding.SUNSET, "harness", evidence);
      case FULL_DECLARED -> declare(change, SessionEnding.FULL, "harness", evidence);
      case EXITED -> ended(change, finding, SessionEnding.EXITED);
      case CRASHED -> ended(change, finding, SessionEnding.CRASHED);
      case LIMITED -> limited(change, finding);
      case WENT_SILENT, TURN_PROCESS_EXITED, UNSEEN -> {
        boolean changed = change.happen(finding.event(), "harness", evidence, finding.nonce());
        if (changed) change.stop(SeatChange.BOOT, SeatChange.SILENCE);
        yield changed;
      }
      case SEEN -> change.happen(SeatEvent.SEEN, "harness", evidence);
      // People and the server decide these, not an adapter.
      case START_BEGUN,
          START_FAILED,
          NOT_STARTED,
          START_CALLED_OFF,
          LIMIT_PASSED,
          STOPPED,
          BENCHED,
          UNBENCHED,
          OPTED_OUT,
          OPTED_IN ->
          false;
    };
  }

  /** The session did something. False if that changes nothing. */
  boolean turn(SeatChange change, String actor, String evidence, @Nullable String nonce) {
    var session = live.session;
    live.heardAt = change.now();
    if (session == null || (!session.isOpen() && !isLate(session))) return false;
    boolean known = live.status().life() == SeatState.ACTIVE && session.seenAt() != null;
    if (known && nonce == null) return false;
    if (!change.happen(SeatEvent.TURN_STARTED, actor, evidence, nonce)) return false;
    if (session.seenAt() == null || !session.isOpen()) {
      change.session(session.resumed(session.epoch()).seen(change.now()));
    }
    live.progress = live.progress.withPause(false).withTrack(live.progress.track().started());
    change.stop(SeatChange.BOOT, SeatChange.LIMIT);
    change.set(SeatChange.SILENCE, change.now() + config.silentAfter().toMillis());
    return true;
  }

  /** True if the session was given up because it was not heard of, and may still come. */
  private boolean isLate(SeatSession session) {
    return live.status().life() == SeatState.LOST
        && (session.ending() == SessionEnding.NOT_BOOTED || session.ending() == SessionEnding.LOST);
  }

  /** Looks if the session was silent for long enough. */
  void silence(SeatChange change) {
    if (live.status().life() != SeatState.ACTIVE) return;
    long until = live.heardAt + config.silentAfter().toMillis();
    if (until > change.now()) {
      change.set(SeatChange.SILENCE, until);
    } else if (change.happen(
        SeatEvent.WENT_SILENT,
        "server",
        "nothing was heard of it for " + config.silentAfter().toMinutes() + " min")) {
      live.progress = live.progress.withIdleBy(IdleBy.SILENCE);
    }
  }

  /** The session declares its end. False if it has ended already. */
  boolean declare(SeatChange change, SessionEnding ending, String actor, String evidence) {
    boolean full = ending == SessionEnding.FULL;
    var event = full ? SeatEvent.FULL_DECLARED : SeatEvent.SUNSET;
    if (!change.happen(event, actor, evidence)) return false;
    over(change, ending);
    live.progress = live.progress.withPause(!full);
    if (full) change.set(SeatChange.RESPAWN, change.now() + config.respawnGrace().toMillis());
    return true;
  }

  private boolean ended(SeatChange change, HarnessFinding finding, SessionEnding ending) {
    if (!change.happen(finding.event(), "harness", finding.evidence())) return false;
    over(change, ending);
    return true;
  }

  private void over(SeatChange change, SessionEnding ending) {
    change.end(ending);
    change.stop(SeatChange.BOOT, SeatChange.SILENCE, SeatChange.LIMIT);
    var track = live.progress.track().ended();
    if (ending == SessionEnding.CRASHED) track = track.crashed(change.now());
    live.progress = live.progress.withTrack(track);
  }

  private boolean limited(SeatChange change, HarnessFinding finding) {
    var until = finding.until();
    // A limit without an end would last for ever.
    if (until == null) return false;
    if (!change.happen(SeatEvent.LIMITED, "harness", finding.evidence())) return false;
    live.progress = live.progress.withLimit(until);
    change.stop(SeatChange.BOOT, SeatChange.SILENCE);
    change.set(SeatChange.LIMIT, until);
    return true;
  }

  /**
   * The session spoke, or did something else. What comes by another connection than its own does
   * not prove that its process runs. False if nothing changes.
   *
   * @param progress true if it is progress for certain
   */
  boolean did(boolean progress) {
    var session = live.session;
    if (session == null || !session.isOpen()) return false;
    var track = live.progress.track();
    return live.note(progress ? track.progressed() : track.spoke());
  }

  /** The time of a limit has passed. The session is owed a wake, for it may have been cut off. */
  void limitPassed(SeatChange change) {
    if (change.happen(SeatEvent.LIMIT_PASSED, "server", "the time of the limit has passed")) {
      live.progress = live.progress.withIdleBy(IdleBy.LIMIT);
    }
  }

  /** True if the session is full and this says that its process is gone. */
  boolean isReadyForSuccessor(SeatEvent event) {
    return live.status().life() == SeatState.FULL
        && (event == SeatEvent.EXITED
            || event == SeatEvent.CRASHED
            || event == SeatEvent.TURN_PROCESS_EXITED);
  }
}

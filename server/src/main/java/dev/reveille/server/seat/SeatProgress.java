package dev.reveille.server.seat;

import org.jspecify.annotations.Nullable;

/**
 * The state of a seat as the store has it.
 *
 * @param since when its state last changed, in wall milliseconds
 * @param session its present session, or its last one; null if it has had none
 * @param suspect the session whose process may run. It is ended before another one is started
 * @param limitedUntil while it is RATE_LIMITED: when the limit ends
 * @param routesPaused true from a sunset until a later session is heard of: mail waits
 * @param track what came of its sessions
 * @param nudged true if it was nudged since it went idle
 * @param idleBy how it became idle
 * @param step what is being done at its harness; null if nothing is. So at most one thing is
 * @param job the number of the last job
 * @param seq the seq of the last row of its log
 */
public record SeatProgress(
    SeatStatus status,
    SeatWishes wishes,
    long since,
    @Nullable String session,
    @Nullable String suspect,
    @Nullable Long limitedUntil,
    boolean routesPaused,
    TrackRecord track,
    boolean nudged,
    IdleBy idleBy,
    @Nullable SeatStep step,
    long job,
    long seq) {

  /** Returns the progress of a new seat. */
  static SeatProgress begin(long at) {
    return new SeatProgress(
        SeatStatus.NEW,
        SeatWishes.NONE,
        at,
        null,
        null,
        null,
        false,
        TrackRecord.NONE,
        false,
        IdleBy.TURN_END,
        null,
        0,
        0);
  }

  /** Returns how many sessions in a row ended without progress. */
  public int endsInRow() {
    return track.endsInRow();
  }

  /** Returns a copy with another status; clears limit and nudge. */
  SeatProgress withStatus(SeatStatus next, long at) {
    boolean moved = next.life() != status.life();
    return new SeatProgress(
        next,
        wishes,
        next.state() == status.state() ? since : at,
        session,
        suspect,
        moved ? null : limitedUntil,
        routesPaused,
        track,
        !moved && nudged,
        moved ? IdleBy.TURN_END : idleBy,
        step,
        job,
        seq);
  }

  SeatProgress withWishes(SeatWishes next) {
    return new SeatProgress(
        status,
        next,
        since,
        session,
        suspect,
        limitedUntil,
        routesPaused,
        track,
        nudged,
        idleBy,
        step,
        job,
        seq);
  }

  SeatProgress withSession(String next) {
    return new SeatProgress(
        status,
        wishes,
        since,
        next,
        suspect,
        limitedUntil,
        routesPaused,
        track,
        nudged,
        idleBy,
        step,
        job,
        seq);
  }

  SeatProgress withSuspect(@Nullable String next) {
    return new SeatProgress(
        status,
        wishes,
        since,
        session,
        next,
        limitedUntil,
        routesPaused,
        track,
        nudged,
        idleBy,
        step,
        job,
        seq);
  }

  SeatProgress withLimit(long until) {
    return new SeatProgress(
        status,
        wishes,
        since,
        session,
        suspect,
        until,
        routesPaused,
        track,
        nudged,
        idleBy,
        step,
        job,
        seq);
  }

  SeatProgress withPause(boolean paused) {
    return new SeatProgress(
        status,
        wishes,
        since,
        session,
        suspect,
        limitedUntil,
        paused,
        track,
        nudged,
        idleBy,
        step,
        job,
        seq);
  }

  SeatProgress withTrack(TrackRecord next) {
    return new SeatProgress(
        status,
        wishes,
        since,
        session,
        suspect,
        limitedUntil,
        routesPaused,
        next,
        nudged,
        idleBy,
        step,
        job,
        seq);
  }

  SeatProgress withNudge(boolean now) {
    return new SeatProgress(
        status,
        wishes,
        since,
        session,
        suspect,
        limitedUntil,
        routesPaused,
        track,
        now,
        idleBy,
        step,
        job,
        seq);
  }

  SeatProgress withIdleBy(IdleBy how) {
    return new SeatProgress(
        status,
        wishes,
        since,
        session,
        suspect,
        limitedUntil,
        routesPaused,
        track,
        nudged,
        how,
        step,
        job,
        seq);
  }

  SeatProgress withStep(@Nullable SeatStep next, long number) {
    return new SeatProgress(
        status,
        wishes,
        since,
        session,
        suspect,
        limitedUntil,
        routesPaused,
        track,
        nudged,
        idleBy,
        next,
        number,
        seq);
  }

  SeatProgress withNextSeq() {
    return new SeatProgress(
        status,
        wishes,
        since,
        session,
        suspect,
        limitedUntil,
        routesPaused,
        track,
        nudged,
        idleBy,
        step,
        job,
        seq + 1);
  }
}

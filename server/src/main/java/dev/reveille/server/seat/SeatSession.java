package dev.reveille.server.seat;

import dev.reveille.protocol.SessionEnding;
import org.jspecify.annotations.Nullable;

/**
 * One session of a seat: one run of its harness.
 *
 * @param id unique; the harness gets it as {@code REVEILLE_SESSION}
 * @param identity the agent's id
 * @param epoch the epoch of the lease under which it was started. It rises with each session of the
 *     identity
 * @param origin the session that it continues; null if none is known
 * @param reason why it was started
 * @param startedAt when the lease was taken, in wall milliseconds
 * @param seenAt when it was first heard of; null if it was not. Only this proves that it runs
 * @param endedAt null while it has not ended
 * @param ending null while it has not ended
 * @param use what it used of its model
 */
public record SeatSession(
    String id,
    String identity,
    long epoch,
    @Nullable String origin,
    StartReason reason,
    long startedAt,
    @Nullable Long seenAt,
    @Nullable Long endedAt,
    @Nullable SessionEnding ending,
    ModelUse use) {

  public boolean isOpen() {
    return endedAt == null;
  }

  SeatSession ended(long at, SessionEnding how) {
    return new SeatSession(id, identity, epoch, origin, reason, startedAt, seenAt, at, how, use);
  }

  /** Returns this session open again, under another lease. */
  SeatSession resumed(long nextEpoch) {
    return new SeatSession(
        id, identity, nextEpoch, origin, reason, startedAt, seenAt, null, null, use);
  }

  SeatSession seen(long at) {
    return new SeatSession(
        id,
        identity,
        epoch,
        origin,
        reason,
        startedAt,
        seenAt == null ? Long.valueOf(at) : seenAt,
        endedAt,
        ending,
        use);
  }

  SeatSession using(ModelUse now) {
    return new SeatSession(
        id, identity, epoch, origin, reason, startedAt, seenAt, endedAt, ending, now);
  }
}

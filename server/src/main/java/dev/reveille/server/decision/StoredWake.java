package dev.reveille.server.decision;

import org.jspecify.annotations.Nullable;

/**
 * The memory of a seat's wakes.
 *
 * @param day the number of the UTC day that {@code used} and {@code senders} count
 * @param senders how many wakes each sender caused on that day
 * @param wakeAt the wall time of the last wake; 0 = never
 * @param hash the state that the last wake was for
 * @param wakesOfState how many wakes that state had
 * @param abandoned how many actions in a row were abandoned
 * @param mark mail up to this seq was part of a wake, or was there before the seat was known
 * @param asleepUntil the wall time until which the agent put itself to sleep; 0 = it did not, or it
 *     has been told that the time is over
 * @param unheard true if the last message to its open session was abandoned, and nothing was heard
 *     of the agent since
 * @param flight the action that is not settled; null if there is none
 */
public record StoredWake(
    String seat,
    long day,
    int used,
    SenderCounts senders,
    long wakeAt,
    long hash,
    int wakesOfState,
    int abandoned,
    long mark,
    long asleepUntil,
    boolean unheard,
    @Nullable Flight flight) {

  /**
   * An action that is not settled.
   *
   * @param n the number of its decision
   * @param nonce comes back when a turn has begun
   * @param from the first entry of the inbox that it is about; 0 = it is about none
   */
  public record Flight(long n, long at, String nonce, WakeAction action, long from) {}

  public static StoredWake none(String seat, long mark) {
    return new StoredWake(seat, 0, 0, SenderCounts.NONE, 0, 0, 0, 0, mark, 0, false, null);
  }

  public StoredWake with(@Nullable Flight next, int abandonedNow) {
    return new StoredWake(
        seat,
        day,
        used,
        senders,
        wakeAt,
        hash,
        wakesOfState,
        abandonedNow,
        mark,
        asleepUntil,
        unheard,
        next);
  }

  /**
   * Returns the memory after a wake.
   *
   * @param cause the sender that the wake counts for; null if none
   * @param state the state that it is for
   * @param upTo mail up to this seq is part of it
   */
  public StoredWake woken(@Nullable String cause, long state, long upTo, Flight next) {
    return new StoredWake(
        seat,
        day,
        used + 1,
        cause == null ? senders : senders.plus(cause),
        next.at(),
        state,
        state == hash ? wakesOfState + 1 : 1,
        abandoned,
        Math.max(mark, upTo),
        asleepUntil > next.at() ? asleepUntil : 0,
        unheard,
        next);
  }

  public StoredWake wokenAt(long at) {
    return new StoredWake(
        seat,
        day,
        used,
        senders,
        at,
        hash,
        wakesOfState,
        abandoned,
        mark,
        asleepUntil,
        unheard,
        flight);
  }

  public StoredWake marked(long upTo) {
    return new StoredWake(
        seat,
        day,
        used,
        senders,
        wakeAt,
        hash,
        wakesOfState,
        abandoned,
        upTo,
        asleepUntil,
        unheard,
        flight);
  }

  /** Returns the same memory as if no wake had been for this state. */
  public StoredWake withoutState() {
    return new StoredWake(
        seat, day, used, senders, wakeAt, 0, 0, abandoned, mark, asleepUntil, unheard, flight);
  }

  public StoredWake asleep(long until) {
    return new StoredWake(
        seat,
        day,
        used,
        senders,
        wakeAt,
        hash,
        wakesOfState,
        abandoned,
        mark,
        until,
        unheard,
        flight);
  }

  /** Returns the memory of an agent whose open session heeds messages, or does not. */
  public StoredWake unheard(boolean now) {
    return new StoredWake(
        seat,
        day,
        used,
        senders,
        wakeAt,
        hash,
        wakesOfState,
        abandoned,
        mark,
        asleepUntil,
        now,
        flight);
  }

  /** Returns the same counts as those of another day. */
  public StoredWake dated(long other) {
    return new StoredWake(
        seat,
        other,
        used,
        senders,
        wakeAt,
        hash,
        wakesOfState,
        abandoned,
        mark,
        asleepUntil,
        unheard,
        flight);
  }

  /** Returns the same memory on this day; the counts of another day are forgotten. */
  public StoredWake on(long today) {
    return today == day
        ? this
        : new StoredWake(
            seat,
            today,
            0,
            SenderCounts.NONE,
            wakeAt,
            hash,
            wakesOfState,
            abandoned,
            mark,
            asleepUntil,
            unheard,
            flight);
  }
}

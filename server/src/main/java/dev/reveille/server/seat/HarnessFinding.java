package dev.reveille.server.seat;

import org.jspecify.annotations.Nullable;

/**
 * Something that an adapter saw of a session.
 *
 * @param identity the agent of the seat
 * @param session the session that it saw. A finding about another session than the seat's present
 *     one changes nothing
 * @param event what happened
 * @param evidence a sentence for people
 * @param until with {@code LIMITED}: when the limit ends, in wall milliseconds; else null
 * @param nonce the nonce that came back; null if none did
 * @param use what the session used of its model so far; null if it is not known
 */
public record HarnessFinding(
    String identity,
    String session,
    SeatEvent event,
    String evidence,
    @Nullable Long until,
    @Nullable String nonce,
    @Nullable ModelUse use) {

  /** Makes a finding that has nothing but an event. */
  public HarnessFinding(String identity, String session, SeatEvent event, String evidence) {
    this(identity, session, event, evidence, null, null, null);
  }
}

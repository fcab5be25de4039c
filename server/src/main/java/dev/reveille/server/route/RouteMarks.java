package dev.reveille.server.route;

/**
 * The places of a route in the inbox.
 *
 * @param sinceSeq entries up to here were there before the route; they wake nobody
 * @param sinceReference mentions up to this number were there before the route
 * @param markSeq entries up to here were handed over
 * @param markAt the wall time of the last wake that was handed over; 0 = none was
 */
public record RouteMarks(long sinceSeq, long sinceReference, long markSeq, long markAt) {
  /** Returns the marks of a route that begins where the inbox ends now. */
  public static RouteMarks at(long seq, long reference) {
    return new RouteMarks(seq, reference, seq, 0);
  }

  /**
   * Returns the same marks, none of them ahead of the inbox. A mark can be ahead after the store
   * was restored from an older copy; the route would be deaf.
   */
  RouteMarks within(long seq, long reference) {
    return new RouteMarks(
        Math.min(sinceSeq, seq),
        Math.min(sinceReference, reference),
        Math.min(markSeq, seq),
        markAt);
  }

  RouteMarks handedOver(long seq, long at) {
    return new RouteMarks(sinceSeq, sinceReference, Math.max(markSeq, seq), at);
  }
}

package dev.reveille.server.seat;

import dev.reveille.protocol.SeatState;
import dev.reveille.server.kernel.Command;
import org.jspecify.annotations.Nullable;

/**
 * News from a seat to the cell that decides about wakes. It is durable, comes in the order in which
 * it happened, and has one effect.
 */
public sealed interface SeatNews extends Command {
  String identity();

  /**
   * Something happened to the seat.
   *
   * @param seq its place in the seat's log
   * @param nonce the nonce that came back; null if none did
   */
  record Happened(
      String identity,
      long seq,
      long at,
      SeatEvent event,
      SeatState previous,
      SeatState state,
      @Nullable String session,
      @Nullable String nonce,
      String evidence)
      implements SeatNews {}

  /**
   * A session that declared itself full has had its time to hand over, or its process has ended. A
   * successor may start.
   *
   * @param seq the place in the seat's log that says so
   */
  record SuccessorDue(String identity, long seq, long at, String evidence) implements SeatNews {}

  /**
   * An action that was asked for has been carried out, or was refused. It does not say that a turn
   * began.
   *
   * @param seq the place in the seat's log that says so
   */
  record Acted(
      String identity,
      long seq,
      long at,
      SeatAction action,
      @Nullable String nonce,
      HarnessOutcome.Result result,
      String evidence)
      implements SeatNews {}
}

package dev.reveille.server.seat;

import dev.reveille.protocol.SeatMessages;
import dev.reveille.server.kernel.JobRequest;
import dev.reveille.server.kernel.JobResult;
import java.util.List;

/** One look for sessions that have ended and were not consolidated yet. A job. */
public record DreamRound() implements JobRequest {

  /** The handoff that a worker made of one session. */
  public record Dreamt(String identity, String session, SeatMessages.Note note) {}

  /**
   * The result of a look.
   *
   * @param failures what went wrong, for people
   */
  public record Over(List<Dreamt> dreamt, List<String> failures) implements JobResult {
    public Over {
      dreamt = List.copyOf(dreamt);
      failures = List.copyOf(failures);
    }
  }
}

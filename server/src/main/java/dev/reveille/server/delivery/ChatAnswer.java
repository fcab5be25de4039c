package dev.reveille.server.delivery;

import dev.reveille.protocol.ErrorCode;
import dev.reveille.server.kernel.Answer;
import dev.reveille.server.kernel.SessionId;
import java.util.List;

/** What a called cell answers. Features have their own besides these. */
public interface ChatAnswer extends Answer {

  record Done() implements ChatAnswer {}

  /** {@code first} if the agent was not in before. */
  record Entered(boolean first) implements ChatAnswer {}

  /** The floor is the claimant's. */
  record Claimed() implements ChatAnswer {}

  record Refused(ErrorCode code, String reason) implements ChatAnswer {}

  /** The message has its place. Whether it is durable shows later. */
  record Placed(String stream, long seq) implements ChatAnswer {}

  /** A direct message may be sent; these spoke in its exchange, the latest last. */
  record GoAhead(List<String> chain) implements ChatAnswer {}

  /**
   * A callback may not be said yet, because its agent would have to wait as well.
   *
   * @param millis how long
   */
  record Later(long millis) implements ChatAnswer {}

  /** Who is in the channel, in order of entry. */
  record Roll(List<String> agents) implements ChatAnswer {}

  /** The sessions of a channel's other members; none if the channel is too large to announce in. */
  record Fellows(List<SessionId> sessions) implements ChatAnswer {}
}

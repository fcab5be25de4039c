package dev.reveille.server.delivery;

import dev.reveille.protocol.ErrorCode;
import dev.reveille.server.kernel.Answer;
import dev.reveille.server.kernel.SessionId;
import java.util.List;

/** An answer of a called cell. Features add their own. */
public interface ChatAnswer extends Answer {

  record Done() implements ChatAnswer {}

  /** The agent is in the channel; {@code first} is true if it was not in before. */
  record Entered(boolean first) implements ChatAnswer {}

  /** The claimant has the floor. */
  record Claimed() implements ChatAnswer {}

  record Refused(ErrorCode code, String reason) implements ChatAnswer {}

  /** The message has its seq. It may not be durable yet. */
  record Placed(String stream, long seq) implements ChatAnswer {}

  /**
   * A direct message may be sent.
   *
   * @param chain the agents that spoke in its exchange, the latest last
   */
  record GoAhead(List<String> chain) implements ChatAnswer {}

  /**
   * A callback must wait, because its agent would have to wait too.
   *
   * @param millis how long
   */
  record TryAfter(long millis) implements ChatAnswer {}

  /** The agents in the channel, in order of entry. */
  record MemberIds(List<String> agents) implements ChatAnswer {}

  /**
   * The sessions of a channel's other members; empty if the channel is too large for announcements.
   */
  record FellowSessions(List<SessionId> sessions) implements ChatAnswer {}
}

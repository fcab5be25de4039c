package dev.reveille.server.chat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.SessionId;
import org.jspecify.annotations.Nullable;

/** What an agent cell is asked to do. */
public sealed interface AgentCommand extends Command {

  /**
   * A session has proven that it is this agent and wants to be its body.
   *
   * @param durableCallbacks it asked that its callbacks outlive it
   * @param takeOver the wait is over: displace another body if there is one
   */
  record Attach(
      SessionId session,
      String name,
      @Nullable String pubkey,
      String address,
      boolean durableCallbacks,
      boolean takeOver)
      implements AgentCommand {
    Attach afterTheWait() {
      return new Attach(session, name, pubkey, address, durableCallbacks, true);
    }
  }

  /**
   * A valid message of a session.
   *
   * @param id becomes the message id if it is a MSG
   */
  record FromClient(SessionId session, String id, ClientMessage message) implements AgentCommand {}

  /** An answer that was clear before the cell was asked, in its place among the others. */
  record Refuse(SessionId session, ErrorCode code, String reason) implements AgentCommand {}

  /** The same for an answer that is none of the cell's business. */
  record Say(SessionId session, ServerMessage message) implements AgentCommand {}

  /**
   * The agent's keys have changed, durably. Whoever is here by a key that is no longer good must
   * go.
   *
   * @param session who asked for it; if it is the body, it stays as the holder of the new key
   */
  record KeysChanged(SessionId session, AgentKeys keys) implements AgentCommand {}

  /** Is answered when everything that was told before is handled, and its effects have run. */
  record Await(SessionId session) implements AgentCommand {}

  /** The session broke a limit: say so, then hang up, in its place among the others. */
  record Expel(SessionId session, ErrorCode code, String reason, int closeCode)
      implements AgentCommand {}

  /** A request for verification that this session made has its outcome. */
  record ProofOver(SessionId session, String requestId) implements AgentCommand {}

  record Detach(SessionId session) implements AgentCommand {}

  /**
   * An operator takes the agent's word for a while, or gives it back.
   *
   * @param session the operator's
   * @param seconds 0 = it may speak again
   */
  record Silence(SessionId session, long seconds, String reason) implements AgentCommand {}

  /** An administrator's order, in its place among the session's other messages. */
  record Administer(SessionId session, AdminRequest request) implements AgentCommand {}

  /** An administrator ends the agent's session, whichever it is, also of one that sleeps. */
  record Kick(String reason, boolean banned) implements AgentCommand {}

  /**
   * A callback that this session had set fires.
   *
   * @param counted whether it was counted against the agent's limits before
   */
  record CallbackDue(
      SessionId session, String id, @Nullable String channel, String payload, boolean counted)
      implements AgentCommand {}

  /**
   * A durable callback fires, whether the agent is connected or not.
   *
   * @param counted whether it was counted against the agent's limits before
   */
  record KeptCallbackDue(String id, boolean counted) implements AgentCommand {}

  /** The time of a sleep is over. */
  record SleepOver(SessionId session, long sleep) implements AgentCommand {}

  /** What the agent found when it woke, for the record. */
  record Woke(long sleep, boolean early, long buffered, long dropped, long missed)
      implements AgentCommand {}

  /** An administrator vouches for the agent, until its session ends, or no longer does. */
  record Verify(boolean verified) implements AgentCommand {}
}

package dev.reveille.server.chat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.delivery.DeliveryEffect;
import dev.reveille.server.delivery.Messages;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.SessionId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What an agent cell is asked to do. Features have their own; {@link Told} says who handles it. */
public interface AgentCommand extends Command {

  /** What a session asked; it is told once that is dealt with. */
  sealed interface Asked extends AgentCommand {
    SessionId session();
  }

  /** A session's message is answered and no longer counts as outstanding. */
  private static List<Effect> answered(SessionId session, ServerMessage message) {
    return List.of(new DeliveryEffect.ToSession(session, message), new DoorEffect.Handled(session));
  }

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
    @Override
    public List<Effect> unhandled() {
      return List.of(
          new DoorEffect.TurnAway(session, ErrorCode.STORE_UNAVAILABLE, Messages.UNAVAILABLE));
    }

    public Attach afterTheWait() {
      return new Attach(session, name, pubkey, address, durableCallbacks, true);
    }
  }

  /**
   * A valid message of a session.
   *
   * @param id becomes the message id if it is a MSG
   */
  record FromClient(SessionId session, String id, ClientMessage message) implements Asked {
    @Override
    public List<Effect> unhandled() {
      return isMereHint()
          ? List.of(new DoorEffect.Handled(session))
          : answered(session, Messages.unavailable());
    }

    /** What is for others to know if they like: nobody is told that it was not passed on. */
    boolean isMereHint() {
      return message.isHint();
    }
  }

  /** An answer that was clear before the cell was asked, in its place among the others. */
  record Refuse(SessionId session, ErrorCode code, String reason) implements Asked {
    @Override
    public List<Effect> unhandled() {
      return answered(session, new ServerMessage.Failure(code, reason));
    }
  }

  /** The same for an answer that is none of the cell's business. */
  record Say(SessionId session, ServerMessage message) implements Asked {
    @Override
    public List<Effect> unhandled() {
      return answered(session, message);
    }
  }

  /** Is answered when everything that was told before is handled, and its effects have run. */
  record Await(SessionId session) implements AgentCommand {}

  /** The session broke a limit: say so, then hang up, in its place among the others. */
  record Expel(SessionId session, ErrorCode code, String reason, int closeCode)
      implements AgentCommand {
    @Override
    public List<Effect> unhandled() {
      return effects();
    }

    List<Effect> effects() {
      return List.of(
          new DeliveryEffect.ToSession(session, new ServerMessage.Failure(code, reason)),
          new DeliveryEffect.Hangup(session, closeCode, reason));
    }
  }

  record Detach(SessionId session) implements AgentCommand {}

  /** An administrator ends the agent's session, whichever it is, also of one that sleeps. */
  record Kick(String reason, boolean banned) implements AgentCommand {}

  /** An administrator vouches for the agent, until its session ends, or no longer does. */
  record Verify(boolean verified) implements AgentCommand {}
}

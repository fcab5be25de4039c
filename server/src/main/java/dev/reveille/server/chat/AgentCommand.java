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

/** A command to an agent cell. Features define their own; {@link Told} names the handler. */
public interface AgentCommand extends Command {

  /** A command from a session. The session is told when it was handled. */
  sealed interface Asked extends AgentCommand {
    SessionId session();
  }

  /** Returns the effects that answer a session's message and mark it as handled. */
  private static List<Effect> answered(SessionId session, ServerMessage message) {
    return List.of(new DeliveryEffect.ToSession(session, message), new DoorEffect.Handled(session));
  }

  /**
   * A session has proven that it is this agent and wants to be its body.
   *
   * @param token the id of the token that proves it; null if it has signed or has no key
   * @param durableCallbacks true if it asked for durable callbacks
   * @param confirm true if it asked for confirmed delivery
   * @param kinds the kinds of mailbox entries that it knows, besides messages
   * @param takeOver true if the wait is over: another body, if there is one, is displaced
   */
  record Attach(
      SessionId session,
      String name,
      @Nullable String pubkey,
      @Nullable String token,
      String address,
      boolean durableCallbacks,
      boolean confirm,
      List<String> kinds,
      @Nullable String seatSession,
      boolean takeOver)
      implements AgentCommand {
    @Override
    public List<Effect> unhandled() {
      return List.of(
          new DoorEffect.TurnAway(session, ErrorCode.STORE_UNAVAILABLE, Messages.UNAVAILABLE));
    }

    public Attach afterTheWait() {
      return new Attach(
          session,
          name,
          pubkey,
          token,
          address,
          durableCallbacks,
          confirm,
          kinds,
          seatSession,
          true);
    }
  }

  /**
   * A session has proven that it is this agent and wants to speak for it beside its body.
   *
   * @param name empty if the session speaks under the name that the agent has
   * @param pubkey the key that it has proven; null if it came by a token or has no key
   * @param token the id of the token that proves it; null if it has signed or has no key
   * @param kinds the kinds of mailbox entries that it knows, besides messages
   */
  record AttachSide(
      SessionId session,
      String name,
      @Nullable String pubkey,
      @Nullable String token,
      List<String> kinds)
      implements AgentCommand {
    @Override
    public List<Effect> unhandled() {
      return List.of(
          new DoorEffect.TurnAway(session, ErrorCode.STORE_UNAVAILABLE, Messages.UNAVAILABLE));
    }
  }

  /**
   * A valid message of a session.
   *
   * @param id becomes the message id if it is a MSG
   * @param absent the agents that are away and that it may mean
   */
  record FromClient(SessionId session, String id, ClientMessage message, AbsentAgents absent)
      implements Asked {
    /** A message that means nobody who is away. */
    public FromClient(SessionId session, String id, ClientMessage message) {
      this(session, id, message, AbsentAgents.NONE);
    }

    @Override
    public List<Effect> unhandled() {
      return isHint()
          ? List.of(new DoorEffect.Handled(session))
          : answered(session, Messages.unavailable());
    }

    /**
     * True if the message is only a hint for others, such as typing: the sender gets no error if it
     * is not passed on.
     */
    boolean isHint() {
      return message.isHint();
    }
  }

  /** A refusal that was decided before the cell was told, in its place in the order of answers. */
  record Refuse(SessionId session, ErrorCode code, String reason) implements Asked {
    @Override
    public List<Effect> unhandled() {
      return answered(session, new ServerMessage.Failure(code, reason));
    }
  }

  /** An answer that needs nothing from the cell, in its place in the order of answers. */
  record Say(SessionId session, ServerMessage message) implements Asked {
    @Override
    public List<Effect> unhandled() {
      return answered(session, message);
    }
  }

  /** Is answered when all commands before it are handled and their effects have run. */
  record Await(SessionId session) implements AgentCommand {}

  /**
   * The session broke a limit: it gets an error and is closed, in its place in the order of
   * answers.
   */
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

  /**
   * An administrator ends the agent's sessions, its body and the side sessions. The session of a
   * sleeping agent ends too.
   */
  record Kick(String reason, boolean banned) implements AgentCommand {}

  /** An administrator verifies the agent until its session ends, or takes the verification back. */
  record Verify(boolean verified) implements AgentCommand {}
}

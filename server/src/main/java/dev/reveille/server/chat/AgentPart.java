package dev.reveille.server.chat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.PresenceStatus;
import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.kernel.Calls;
import dev.reveille.server.kernel.Contribution;
import dev.reveille.server.kernel.Effect;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The part of a feature in the agents' cells: the requests and commands that it handles, and hooks
 * for when agents connect and leave.
 *
 * <p>A part exists once per node, serves all agents and has no state of its own. Its values for an
 * agent are in a {@link Slot} of the {@link Agent}. All methods but the first two run on the
 * agent's lane. Parts are called in the order in which the node lists them. A part that has a say
 * in what its agent says is a {@link SpeakingPart}.
 */
public interface AgentPart extends Contribution {
  @Override
  default String owns() {
    return "agent part " + getClass().getSimpleName();
  }

  /** Returns the requests and commands that this part handles. Each type has one handler. */
  @Override
  default List<Contribution> parts() {
    var all = new ArrayList<Contribution>(requests());
    all.addAll(told());
    return all;
  }

  /** Returns the messages of the agent's body that this part answers. */
  default List<Request<?>> requests() {
    return List.of();
  }

  /** Returns the commands that this part handles. */
  default List<Told<?>> told() {
    return List.of();
  }

  /**
   * Called when the agent's cell was loaded. Its body, if it has one, is set. This is the only hook
   * that may read the store.
   */
  default void loaded(Agent agent) {}

  /**
   * Returns why this session must not become the agent's body; empty if it may. Called before it
   * displaces another.
   */
  default Optional<ChatAnswer.Refused> refusesBody(Agent agent, AgentCommand.Attach attach) {
    return Optional.empty();
  }

  /**
   * Called when a session became the agent's body.
   *
   * @return the calls to make before the agent gets WELCOME. The agent is refused if one of them is
   *     answered that the store cannot be read.
   */
  default List<Calls<ChatAnswer>.Call> arriving(Agent agent, Body body) {
    return List.of();
  }

  /**
   * Called when this session is no longer the agent's body. The part must remove its values for it.
   *
   * @return the calls to make before others are told that the agent is gone
   */
  default List<Calls<ChatAnswer>.Call> departing(Agent agent, Body body) {
    return List.of();
  }

  /** True if the cell of an agent without a body may be unloaded now without losing anything. */
  default boolean mayUnload(Agent agent) {
    return true;
  }

  /** Returns the status that others see instead of the one that the agent set. */
  default Optional<PresenceStatus> shownStatus(Agent agent) {
    return Optional.empty();
  }

  /** True if this part holds the presence that the agent sets now, and shows it later. */
  default boolean keepsPresence(Agent agent, ClientMessage.SetPresence presence) {
    return false;
  }

  /**
   * Returns the effects that must run after the agent has muted another agent, before it gets the
   * answer.
   */
  default List<Effect> mutedMore(Agent agent, Body body) {
    return List.of();
  }
}

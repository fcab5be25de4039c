package dev.reveille.server.chat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.Marker;
import dev.reveille.protocol.PresenceStatus;
import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.kernel.Calls;
import dev.reveille.server.kernel.Contribution;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The part of a feature in the agents' cells: the requests and commands that it handles, and hooks
 * for when agents connect, speak and leave.
 *
 * <p>A part exists once per node, serves all agents and has no state of its own. Its values for an
 * agent are in a {@link Slot} of the {@link Agent}. All methods but the first two run on the
 * agent's lane. Parts are called in the order in which the node lists them.
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

  /** Returns why the agent may not speak now; empty if it may. The agent may be away. */
  default Optional<ChatAnswer.Refused> silenced(Agent agent) {
    return Optional.empty();
  }

  /**
   * Returns the effects that must run after the agent has muted another agent, before it gets the
   * answer.
   */
  default List<Effect> mutedMore(Agent agent, Body body) {
    return List.of();
  }

  /** True if this message is accepted although its sender has used up its rate. */
  default boolean isTakenBeyondRate(Agent agent, ClientMessage.Msg msg) {
    return false;
  }

  /** Returns the writes that record that a limit refused something of the agent. */
  default List<Write> limitHit(Agent agent, String reason, @Nullable String channel) {
    return List.of();
  }

  /**
   * Returns the step for a text that the agent must not send; empty if it may.
   *
   * @param asker the session that sent the text and gets an error; null if nobody waits for an
   *     answer
   */
  default Optional<Step> forbids(Agent agent, String to, String text, @Nullable Body asker) {
    return Optional.empty();
  }

  /**
   * True if {@link #refused} has something to do for this agent. Then a message that is refused
   * because the agent is muted counts against its rate, else it does not.
   */
  default boolean actsOnRefused(Agent agent) {
    return false;
  }

  /** Runs before the agent gets the refusal of its message. */
  default Step refused(Agent agent, Body body, List<Marker> markers) {
    return Step.none();
  }

  /** Runs before a message is relayed, also if it has no text to relay. */
  default Step beforeRelay(Agent agent, Body body, Posted posted) {
    return Step.none();
  }

  /** Runs after a message was relayed, also if its target was refused. */
  default Step afterRelay(Agent agent, Body body, Posted posted) {
    return Step.none();
  }
}

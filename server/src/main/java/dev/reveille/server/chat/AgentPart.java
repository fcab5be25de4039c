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
 * What a feature does in the agents' cells: the requests and commands that it handles, and what it
 * has to say when agents come, speak and go.
 *
 * <p>A part exists once per node, serves all agents and has no state of its own: what it keeps for
 * an agent lies in a {@link Slot} of the {@link Agent}. All methods but the first two run on the
 * agent's lane. Parts are asked in the order in which the node lists them.
 */
public interface AgentPart extends Contribution {
  @Override
  default String owns() {
    return "agent part " + getClass().getSimpleName();
  }

  /** Returns the requests and commands that it handles: each has one owner. */
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
   * The agent's cell was loaded. Its body, if it has one, is known. This is the one hook that may
   * read the store.
   */
  default void loaded(Agent agent) {}

  /**
   * A session became the agent's body.
   *
   * @return the calls to make before it is welcomed. The agent is not let in if one of them is
   *     answered that the store cannot be read.
   */
  default List<Calls<ChatAnswer>.Call> arriving(Agent agent, Body body) {
    return List.of();
  }

  /**
   * This session is no longer the agent's body. What the part kept for it must be forgotten.
   *
   * @return the calls to make before others are told that the agent is gone
   */
  default List<Calls<ChatAnswer>.Call> departing(Agent agent, Body body) {
    return List.of();
  }

  /** True if nothing is lost if the cell of an agent without a body is forgotten now. */
  default boolean mayUnload(Agent agent) {
    return true;
  }

  /** Returns the status that others see instead of the one that the agent set. */
  default Optional<PresenceStatus> shownStatus(Agent agent) {
    return Optional.empty();
  }

  /** True if this part keeps the presence that the agent sets now, and shows it later. */
  default boolean keepsPresence(Agent agent, ClientMessage.SetPresence presence) {
    return false;
  }

  /** Returns why the agent may say nothing now; absent if it may. It may be away. */
  default Optional<ChatAnswer.Refused> silenced(Agent agent) {
    return Optional.empty();
  }

  /** Returns what must happen when the agent has muted somebody, before the agent is told so. */
  default List<Effect> mutedMore(Agent agent, Body body) {
    return List.of();
  }

  /** True if this message is taken though its sender has used up its rate. */
  default boolean isTakenBeyondRate(Agent agent, ClientMessage.Msg msg) {
    return false;
  }

  /** Returns what is written down when something of the agent is refused because of a limit. */
  default List<Write> limitHit(Agent agent, String reason, @Nullable String channel) {
    return List.of();
  }

  /**
   * Returns what becomes of a text that must not be said; absent if it may.
   *
   * @param asked true if the agent waits for an answer to it: only then it is refused in words
   */
  default Optional<Step> forbids(Agent agent, String to, String text, boolean asked) {
    return Optional.empty();
  }

  /**
   * True if {@link #refused} has something to do for this agent. What is refused to it because it
   * is silenced counts against its rate then, else it does not.
   */
  default boolean mindsRefused(Agent agent) {
    return false;
  }

  /** Does what must happen before the agent learns that a message of it is refused. */
  default Step refused(Agent agent, Body body, List<Marker> markers) {
    return Step.none();
  }

  /** Does what must happen before a message is relayed, or would be if it had any text. */
  default Step beforeRelay(Agent agent, Body body, Posted posted) {
    return Step.none();
  }

  /** Does what must happen after a message was relayed, also if its place was refused. */
  default Step afterRelay(Agent agent, Body body, Posted posted) {
    return Step.none();
  }
}

package dev.reveille.server.chat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.Marker;
import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Write;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A part of a feature that has a say in what its agent says. Its hooks are called for each message.
 * Other parts have none of them, so they cost a message nothing.
 */
public interface SpeakingPart extends AgentPart {
  /** Returns why the agent may not speak now; empty if it may. The agent may be away. */
  default Optional<ChatAnswer.Refused> silenced(Agent agent) {
    return Optional.empty();
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

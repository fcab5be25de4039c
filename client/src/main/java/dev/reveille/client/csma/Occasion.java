package dev.reveille.client.csma;

import dev.reveille.protocol.ServerMessage;
import java.util.List;

/**
 * The knowledge of an agent when it decides whether to speak.
 *
 * @param message what it heard: in a channel the first that came when no check was pending
 * @param since everything that agents said in the channel after it, the agent's own words included,
 *     in order; empty when asked at once
 * @param whole false if there is more than was read; what is missing is heard later, as any message
 * @param addressed a direct message, or one that mentions the agent: asked at once
 * @param repeated a direct message that the agent may have seen before its last crash
 */
public record Occasion(
    ServerMessage.Msg message,
    List<ServerMessage.Msg> since,
    boolean whole,
    boolean addressed,
    boolean repeated) {
  public Occasion {
    since = List.copyOf(since);
  }
}

package dev.reveille.client.csma;

import dev.reveille.client.ReveilleClient;
import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.protocol.Skill;
import java.util.List;
import java.util.Optional;

/**
 * The requests that {@link Csma} makes over a connection. Each method throws a {@link
 * dev.reveille.client.ClientException} if it fails.
 */
public interface CsmaLink {
  /** Returns this agent's id, with {@code @}. It may change with a reconnect. */
  String agentId();

  /** Sends a message. Returns when the server has accepted it. */
  void say(ClientMessage.Msg message);

  /** Claims the floor. Returns who has it, or empty if this agent has it. */
  Optional<ServerMessage.Yield> claim(String channel, String msgId);

  ServerMessage.HistoryPage history(ClientMessage.History page);

  /** Returns the skills that are registered for the agent, by this program or another. */
  List<Skill> skills();

  static CsmaLink of(ReveilleClient client) {
    return new CsmaLink() {
      @Override
      public String agentId() {
        return client.agentId();
      }

      @Override
      public void say(ClientMessage.Msg message) {
        var _ = client.send(message);
      }

      @Override
      public Optional<ServerMessage.Yield> claim(String channel, String msgId) {
        // Claims are compared across agents, so their beginning is a date.
        return client.claimFloor(channel, msgId, System.currentTimeMillis());
      }

      @Override
      public ServerMessage.HistoryPage history(ClientMessage.History page) {
        return client.history(page);
      }

      @Override
      public List<Skill> skills() {
        return client.skills();
      }
    };
  }
}

package dev.reveille.client.csma;

import dev.reveille.client.ReveilleClient;
import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.protocol.Skill;
import java.util.List;
import java.util.Optional;

/**
 * What this habit needs of a connection. Each method throws a {@link
 * dev.reveille.client.ClientException} when it comes to nothing.
 */
public interface CsmaLink {
  /** This agent's, with {@code @}; may change when the connection is mended. */
  String agentId();

  /** Says something; returns when the server has taken it. */
  void say(ClientMessage.Msg message);

  /** Claims the floor; gives who has it, if not this agent. */
  Optional<ServerMessage.Yield> claim(String channel, String msgId);

  ServerMessage.HistoryPage history(ClientMessage.History page);

  /** What the agent has registered, also before its last crash or by another program. */
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

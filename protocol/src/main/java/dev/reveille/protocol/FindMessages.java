package dev.reveille.protocol;

import java.util.List;

/** The messages by which a client finds the id of an agent that a person named: FIND_AGENT. */
public final class FindMessages {
  static final ClientType<FindAgent> FIND_AGENT =
      new ClientType<>(
          "FIND_AGENT",
          Scope.OBSERVE,
          FindAgent.class,
          f -> new FindAgent(f.agent("agent")),
          (m, json) -> json.field("agent", m.agent()));

  static final ServerType<FoundAgent> FOUND_AGENT =
      new ServerType<>(
              "FOUND_AGENT",
              FoundAgent.class,
              f -> new FoundAgent(f.text("agent"), f.text("agent_id")),
              (m, json) -> json.field("agent", m.agent()).field("agent_id", m.agentId()))
          .answering(FindAgent.class, (q, answer) -> q.agent().equals(answer.agent()));

  /** The types of this file. */
  static final MessageTypes TYPES = new MessageTypes(List.of(FIND_AGENT), List.of(FOUND_AGENT));

  private FindMessages() {}

  /**
   * Asks which agent is meant.
   *
   * @param agent {@code @} and a name or an id
   */
  public record FindAgent(String agent) implements ClientMessage.Naming {
    @Override
    public List<String> named() {
      return List.of(agent);
    }
  }

  /**
   * The one agent that is meant.
   *
   * @param agent as it was asked for
   * @param agentId with {@code @}
   */
  public record FoundAgent(String agent, String agentId) implements ServerMessage {}
}

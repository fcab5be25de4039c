package dev.reveille.server.channel;

import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.delivery.Lookup;
import dev.reveille.server.delivery.Query;
import dev.reveille.server.kernel.Presence;
import java.util.List;

/** Asks who these members of a channel are. Agents that have left meanwhile are left out. */
public record AgentsQuery(String channel, List<String> agents) implements Query {

  public static Lookup<AgentsQuery> lookup(Presence presence) {
    return new Lookup<>(AgentsQuery.class, asked -> asked.list(presence));
  }

  private ServerMessage list(Presence presence) {
    var list =
        agents.stream()
            .flatMap(id -> presence.agent(id).stream())
            .map(
                a ->
                    new ServerMessage.AgentSummary(
                        a.id(), a.name(), a.status(), a.statusText(), a.verified()))
            .toList();
    return new ServerMessage.Agents(channel, list);
  }
}

package dev.reveille.client;

import dev.reveille.protocol.AuthText;
import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.Identity;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.protocol.Skill;
import dev.reveille.protocol.SkillQuery;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Registers the skills of a client's agent and remembers them for the current connection. */
final class OwnSkills {
  /** The skills that were known during the connection with this number. */
  private record Known(int reconnects, List<Skill> list) {}

  private final ReveilleClient client;
  private final Optional<Identity> identity;
  private volatile @Nullable Known known;

  OwnSkills(ReveilleClient client, Optional<Identity> identity) {
    this.client = client;
    this.identity = identity;
  }

  /** Replaces the agent's skills on the server. */
  ServerMessage.SkillsRegistered register(List<Skill> list) {
    var key =
        identity.orElseThrow(
            () ->
                new ClientException.Refused(
                    "SIGNATURE_REQUIRED", "Only an agent with a key can register skills"));
    var answer =
        client.request(
            new ClientMessage.RegisterSkills(list, key.sign(AuthText.skills(list))),
            ServerMessage.SkillsRegistered.class);
    known = new Known(client.reconnects(), list);
    return answer;
  }

  /** Returns the agent's skills. Asks the server once for each connection. */
  List<Skill> list() {
    if (identity.isEmpty()) return List.of();
    int connection = client.reconnects();
    var now = known;
    if (now != null && now.reconnects() == connection) return now.list();
    var self = client.agentId();
    var own = new ArrayList<Skill>();
    for (var found : client.searchSkills(SkillQuery.ofAgent(self)).results()) {
      // A server that does not know this filter returns the skills of all agents.
      if (found.agentId().equals(self)) own.addAll(Skill.list("[{" + found.fields() + "}]"));
    }
    known = new Known(connection, List.copyOf(own));
    return List.copyOf(own);
  }
}

package dev.reveille.server.chat;

import dev.reveille.protocol.Names;
import dev.reveille.protocol.PresenceStatus;
import dev.reveille.server.channel.ChannelReads;
import dev.reveille.server.identity.AgentKeys;
import dev.reveille.server.identity.AgentReads;
import dev.reveille.server.identity.StoredAgent;
import dev.reveille.server.identity.StoredKey;
import dev.reveille.server.identity.TokenReads;
import dev.reveille.server.kernel.Presence;
import dev.reveille.server.limits.TokenBucket;
import dev.reveille.server.store.EntryReads;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Loads an agent from the store and from its presence. */
final class AgentLoading {
  private final ChatParts house;
  private final AgentParts parts;

  AgentLoading(ChatParts house, AgentParts parts) {
    this.house = house;
    this.parts = parts;
  }

  Agent load(String id, List<AgentPart> each) {
    var store = house.store();
    var stored = store.reads(AgentReads.class).agent(id);
    boolean returns = Names.isKeyId(id.substring(1));
    var agent =
        new Agent(
            id,
            parts,
            AgentKeys.of(store, id),
            returns ? store.reads(ChannelReads.class).memberships(id) : List.of(),
            new ClientKeys(
                returns
                    ? store.reads(EntryReads.class).clientKeys(id, ClientKeys.WINDOW)
                    : List.of()),
            new TokenBucket(house.config().rateInterval(), house.config().rateBurst()));
    agent.firstSeen = stored.map(StoredAgent::firstSeen).orElse(0L);
    agent.recorded = stored.isPresent();
    agent.keyed = stored.isPresent() || !agent.ring.keys().isEmpty();
    agent.lastKey = stored.map(StoredAgent::pubkey).orElse(null);
    agent.lastName = stored.map(StoredAgent::name).orElse("");
    agent.lastSeen = stored.map(StoredAgent::lastSeen).orElse(0L);
    if (returns) loadTokens(agent, store.reads(TokenReads.class));
    house.presence().agent(id).ifPresent(shown -> restore(agent, shown));
    for (var part : each) part.loaded(agent);
    return agent;
  }

  private static void loadTokens(Agent agent, TokenReads reads) {
    agent.kept = reads.kept(agent.id).isPresent();
    if (agent.kept) agent.tokens.addAll(reads.tokensOf(agent.id));
  }

  /** Restores the body from presence, because a body outlives its cell. */
  private void restore(Agent agent, Presence.Agent shown) {
    var session = shown.session();
    agent.body =
        new Body(
            session,
            shown.name(),
            shown.hasKey() ? pubkey(agent, shown) : null,
            shown.token(),
            shown.verified(),
            shown.durable(),
            shown.confirm(),
            shown.kinds(),
            shown.connectedAt(),
            house.clock().nanos(),
            false);
    PresenceStatus.ofWire(shown.status())
        .filter(status -> status != PresenceStatus.SLEEPING)
        .ifPresent(status -> agent.status = status);
    agent.statusText = shown.statusText();
    agent.takesWakes = shown.takesWakes();
    for (var channel : house.channels().names()) {
      if (house.presence().isIn(channel, agent.id, session)) agent.channels.add(channel);
    }
  }

  /** Returns the body's key. The key may have changed since the session connected. */
  private static @Nullable String pubkey(Agent agent, Presence.Agent shown) {
    return agent.ring.current().map(StoredKey::pubkey).orElse(shown.pubkey());
  }
}

package dev.reveille.server.chat;

import dev.reveille.server.channel.ChannelCommand;
import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.identity.StoredKey;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Decides what an agent may do by its keys: connect, return to its channels, be verified. */
final class AdmissionCheck {
  private final ChatParts parts;

  AdmissionCheck(ChatParts parts) {
    this.parts = parts;
  }

  /**
   * Returns why the agent may not connect with this key; empty if it may. An identity that the
   * server keeps needs no place on the allowlist, because an administrator made it.
   */
  Optional<ChatAnswer.Refused> refusal(Agent agent, @Nullable String pubkey) {
    return entering(agent, keys(agent, pubkey));
  }

  private Optional<ChatAnswer.Refused> entering(Agent agent, List<String> keys) {
    var admission = parts.admission();
    return agent.kept ? admission.banned(agent.id) : admission.entering(agent.id, keys);
  }

  private static List<String> keys(Agent agent, @Nullable String pubkey) {
    if (pubkey == null) return List.of();
    var own = agent.ring.keys().stream().filter(k -> k.agent().equals(agent.id));
    return Stream.concat(Stream.of(pubkey), own.map(StoredKey::pubkey)).toList();
  }

  /**
   * True if the agent with this key is verified. The server could sign for an identity that it
   * keeps, so the key of such an identity proves nothing to others.
   */
  boolean isVerified(Agent agent, @Nullable String pubkey) {
    return !agent.kept
        && (parts.config().genesisAgent().filter(agent.id::equals).isPresent()
            || parts.admission().verified(keys(agent, pubkey)));
  }

  /** True if the agent could connect now: it is admitted, and its key was not revoked. */
  private boolean mayConnect(Agent agent) {
    var keys =
        Stream.concat(
                agent.ring.keys().stream().map(StoredKey::pubkey), Stream.ofNullable(agent.lastKey))
            .toList();
    return !agent.ring.dead() && entering(agent, keys).isEmpty();
  }

  /**
   * True if an agent that is away will be in the channel when it returns. An agent that cannot
   * return is in none.
   */
  boolean mayReturnTo(Agent agent, String channel) {
    return (agent.memberships.contains(channel) || isAutomatic(channel)) && mayConnect(agent);
  }

  /**
   * Returns the right by which a side session acts in a channel; null if it has none, or if the
   * session is no side session. The channel checks if that right is enough.
   */
  ChannelCommand.@Nullable Entry aside(Agent agent, Body session, String channel) {
    if (!session.side()) return null;
    if (agent.memberships.contains(channel) || agent.channels.contains(channel)) {
      return ChannelCommand.Entry.RETURN;
    }
    return isAutomatic(channel) ? ChannelCommand.Entry.AUTOMATIC : null;
  }

  /** True if the channel takes every agent. The configuration opens no private channel. */
  private boolean isAutomatic(String channel) {
    return parts.config().channels().contains(channel) && parts.channels().isPublic(channel);
  }
}

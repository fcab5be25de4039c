package dev.reveille.server.inbox;

import dev.reveille.server.channel.ChannelReads;
import dev.reveille.server.chat.ChatParts;
import dev.reveille.server.kernel.Presence;
import java.util.LinkedHashSet;
import java.util.Set;

/** Says which channels an agent may read now. */
final class ReadableChannels {
  private final ChatParts parts;

  ReadableChannels(ChatParts parts) {
    this.parts = parts;
  }

  /** The channels that one agent may read at one moment. */
  final class Of {
    private final String agent;
    private final Set<String> stored;

    private Of(String agent) {
      this.agent = agent;
      stored = new LinkedHashSet<>(parts.config().channels());
      // The configuration opens no private channel.
      stored.removeIf(channel -> !parts.channels().isPublic(channel));
      stored.addAll(parts.store().reads(ChannelReads.class).memberships(agent));
    }

    /** True if the agent is in the channel, or its membership is stored. */
    boolean has(String channel) {
      return stored.contains(channel) || isPresent(channel);
    }

    /** Returns the channels that the agent is in while it is away. */
    Set<String> stored() {
      return stored;
    }

    private boolean isPresent(String channel) {
      return parts
          .presence()
          .agent(agent)
          .map(Presence.Agent::session)
          .filter(session -> parts.presence().isIn(channel, agent, session))
          .isPresent();
    }
  }

  /** Reads the store. */
  Of of(String agent) {
    return new Of(agent);
  }
}

package dev.reveille.server.inbox;

import dev.reveille.server.channel.ChannelReads;
import dev.reveille.server.chat.ChatParts;
import dev.reveille.server.kernel.Presence;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Says which channels an agent may read now. */
final class ReadableChannels {
  private final ChatParts parts;

  ReadableChannels(ChatParts parts) {
    this.parts = parts;
  }

  /** The channels that one agent may read at one moment. Used by one thread. */
  final class Of {
    private final String agent;

    /** Read when it is needed. */
    private @Nullable Set<String> stored;

    private Of(String agent) {
      this.agent = agent;
    }

    /** True if the agent is in the channel, or its membership is stored. */
    boolean has(String channel) {
      return isConfigured(channel) || isPresent(channel) || stored().contains(channel);
    }

    /** Returns the channels that the agent is in while it is away. May read the store. */
    Set<String> stored() {
      var known = stored;
      if (known == null) {
        known = new LinkedHashSet<>(parts.config().channels());
        known.removeIf(channel -> !isConfigured(channel));
        known.addAll(parts.store().reads(ChannelReads.class).memberships(agent));
        stored = known;
      }
      return known;
    }

    /** The configuration opens no private channel. */
    private boolean isConfigured(String channel) {
      return parts.config().channels().contains(channel) && parts.channels().isPublic(channel);
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

  Of of(String agent) {
    return new Of(agent);
  }
}

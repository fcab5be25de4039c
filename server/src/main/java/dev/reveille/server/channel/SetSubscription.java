package dev.reveille.server.channel;

import dev.reveille.server.kernel.Write;
import org.jspecify.annotations.Nullable;

/**
 * Stores what an agent hears of a channel.
 *
 * @param filter null = everything
 * @param notices false if it gets no presence notices of the channel
 */
public record SetSubscription(
    String agent, String channel, @Nullable String filter, boolean notices) implements Write {
  /** Stores a filter of an agent that gets presence notices. */
  public SetSubscription(String agent, String channel, @Nullable String filter) {
    this(agent, channel, filter, true);
  }

  boolean isEmpty() {
    return filter == null && notices;
  }
}

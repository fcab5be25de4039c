package dev.reveille.server.channel;

import dev.reveille.protocol.Filter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The filter of one agent in one channel.
 *
 * @param only absent = the agent gets everything
 * @param muted the ids of the agents whose messages it does not get
 * @param notices false if it gets no notices about who comes, goes, sleeps or wakes
 */
public record ChannelFilter(@Nullable Filter only, List<String> muted, boolean notices) {
  public static final ChannelFilter FULL = new ChannelFilter(null, List.of(), true);

  public ChannelFilter {
    muted = List.copyOf(muted);
  }

  boolean isFull() {
    return only == null && muted.isEmpty() && notices;
  }
}

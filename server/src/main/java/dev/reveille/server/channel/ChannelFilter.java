package dev.reveille.server.channel;

import dev.reveille.protocol.Filter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one agent hears in one channel.
 *
 * @param only absent = everything
 * @param muted the agents it does not hear, by id
 */
public record ChannelFilter(@Nullable Filter only, List<String> muted) {
  public static final ChannelFilter FULL = new ChannelFilter(null, List.of());

  public ChannelFilter {
    muted = List.copyOf(muted);
  }

  boolean isFull() {
    return only == null && muted.isEmpty();
  }
}

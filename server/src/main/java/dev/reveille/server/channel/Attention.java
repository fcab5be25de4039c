package dev.reveille.server.channel;

import dev.reveille.protocol.Only;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one agent hears in one channel.
 *
 * @param only absent = everything
 * @param muted the agents it does not hear, by id
 */
public record Attention(@Nullable Only only, List<String> muted) {
  public static final Attention FULL = new Attention(null, List.of());

  public Attention {
    muted = List.copyOf(muted);
  }

  boolean isFull() {
    return only == null && muted.isEmpty();
  }
}

package dev.reveille.server.store;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an agent hears, and whether it may speak.
 *
 * @param subscriptions by channel
 * @param muted the agents it does not hear, by id
 */
public record StoredAttention(
    List<Subscription> subscriptions, List<String> muted, @Nullable StoredGag gag) {
  public static final StoredAttention NONE = new StoredAttention(List.of(), List.of(), null);

  /** {@code filter} is the JSON of the wire. */
  public record Subscription(String channel, String filter) {}

  public StoredAttention {
    subscriptions = List.copyOf(subscriptions);
    muted = List.copyOf(muted);
  }
}

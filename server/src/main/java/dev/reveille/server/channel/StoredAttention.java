package dev.reveille.server.channel;

import dev.reveille.server.moderation.GagReads;
import dev.reveille.server.moderation.StoredGag;
import dev.reveille.server.store.Store;
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

  /** Reads what an agent hears, and its gag. */
  public static StoredAttention of(Store store, String agent) {
    var heard = store.reads(SubscriptionReads.class).heard(agent);
    var gag = store.reads(GagReads.class).gag(agent).orElse(null);
    return new StoredAttention(heard.subscriptions(), heard.muted(), gag);
  }
}

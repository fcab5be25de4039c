package dev.reveille.server.channel;

import dev.reveille.server.delivery.Cells;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.Host;
import dev.reveille.server.kernel.Presence;
import dev.reveille.server.limits.ChatConfig;
import dev.reveille.server.store.Store;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * Removes channels that are no longer used.
 *
 * <p>A channel is in use if it is in the configuration, has a connected member, has a stored
 * membership, or holds a message of an agent. A channel without any of these for a while is
 * removed, together with its invitations. Otherwise agents that come and go could use up the limit
 * of channels.
 *
 * <p>Called from one thread, which may wait for the store.
 */
public final class EmptyChannels {
  private final ChatConfig config;
  private final Clock clock;
  private final Store store;
  private final Presence presence;
  private final Host host;

  /** The monotonic time at which a channel was first found unused. */
  private final Map<String, Long> since = new HashMap<>();

  EmptyChannels(ChatConfig config, Clock clock, Store store, Presence presence, Host host) {
    this.config = config;
    this.clock = clock;
    this.store = store;
    this.presence = presence;
    this.host = host;
  }

  /** Checks all channels and removes those that were unused for long enough. */
  public void look() {
    var after = config.emptyChannelsStay();
    if (after.isZero()) return;
    long now = clock.nanos();
    var seen = new HashMap<String, Long>();
    for (var abandoned : store.reads(ChannelReads.class).abandoned()) {
      var channel = abandoned.channel();
      if (config.channels().contains(channel) || presence.count(channel) > 0) continue;
      long begin = since.getOrDefault(channel, now);
      if (Duration.ofNanos(now - begin).compareTo(after) < 0) {
        seen.put(channel, begin);
      } else {
        // The cell may know of a member that the store does not have. Then the channel stays and is
        // checked again after the same time.
        host.tell(Cells.channel(channel), new ChannelCommand.Close(abandoned.lastSeq()));
      }
    }
    since.clear();
    since.putAll(seen);
  }
}

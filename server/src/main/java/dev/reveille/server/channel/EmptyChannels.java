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
 * Has channels removed that nobody keeps.
 *
 * <p>A channel is kept by being one of the configuration, by a connected member, by a stored
 * membership, and by anything that an agent said in it. A channel without any of these for a while
 * is removed, with its invitations. Otherwise agents that come and go could use up all channels
 * that may exist.
 *
 * <p>Called from one thread, which may wait for the store.
 */
public final class EmptyChannels {
  private final ChatConfig config;
  private final Clock clock;
  private final Store store;
  private final Presence presence;
  private final Host host;

  /** When a channel was first found without anybody (monotonic time). */
  private final Map<String, Long> since = new HashMap<>();

  EmptyChannels(ChatConfig config, Clock clock, Store store, Presence presence, Host host) {
    this.config = config;
    this.clock = clock;
    this.store = store;
    this.presence = presence;
    this.host = host;
  }

  /** Looks at all channels; has those removed that nobody kept for long enough. */
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
        // Its cell may know better; then it is asked again after the same time.
        host.tell(Cells.channel(channel), new ChannelCommand.Close(abandoned.lastSeq()));
      }
    }
    since.clear();
    since.putAll(seen);
  }
}

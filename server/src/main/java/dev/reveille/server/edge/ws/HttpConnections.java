package dev.reveille.server.edge.ws;

import io.netty.channel.Channel;
import java.util.HashMap;
import java.util.Map;

/**
 * Connections of one loop that use HTTP and may still upgrade.
 *
 * <p>Each has a time limit for its next complete request, counted from its start or its last
 * request. Incomplete bytes do not extend it. A connection with a request that lasts, such as a
 * stream or a body that is being read, has no limit here until that request is over.
 */
final class HttpConnections {
  private static final class Guest {
    private long since;
    private int lasting;
  }

  private final Map<Channel, Guest> guests = new HashMap<>();

  void seen(Channel channel, long now) {
    guests.computeIfAbsent(channel, _ -> new Guest()).since = now;
  }

  /** Notes that a request of this connection lasts. */
  void lasts(Channel channel) {
    guests.computeIfAbsent(channel, _ -> new Guest()).lasting++;
  }

  /** Notes that a request that lasted is over. Its connection may have been forgotten before. */
  void over(Channel channel, long now) {
    var guest = guests.get(channel);
    if (guest == null) return;
    guest.lasting--;
    guest.since = now;
  }

  void forget(Channel channel) {
    guests.remove(channel);
  }

  int count() {
    return guests.size();
  }

  @SuppressWarnings("FutureReturnValueIgnored") // A failed close does not matter.
  void sweep(long now, long limit) {
    guests
        .entrySet()
        .removeIf(
            each -> {
              var channel = each.getKey();
              var guest = each.getValue();
              if (!channel.isOpen()) return true;
              if (guest.lasting > 0 || now - guest.since <= limit) return false;
              channel.close();
              return true;
            });
  }
}
